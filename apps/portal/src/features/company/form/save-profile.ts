import { companyFieldTexts, companyRefusals } from '@parvis/domain/company/company.refusals.fr'
import { isDayOfWeek } from '@parvis/domain/company/opening-hours'
import { requestRefusals } from '@parvis/domain/kernel/request.refusals.fr'
import { fillEmptyFields } from '@parvis/domain/registration/prefill'
import { ApiError } from '../../../lib/api-error.ts'
import { readBusinessDraft, writeBusinessDraft } from '../../../lib/business-draft.ts'
import { call } from '../../../lib/request.ts'
import type { Company } from '../../../lib/session.ts'
import { readJsonSlice } from '../../../lib/storage.ts'
import { bodyOf, filesOf, type ProfileValues, profileValuesOf } from './profile-values.ts'

/** Sends the whole profile; gives the stored one. Refusals come out under the keys of the form. */
export async function sendProfile(
  values: ProfileValues,
  company: Company,
  onProgress: (share: number) => void,
): Promise<Company> {
  try {
    return await call('POST /v1/company/:id/update-settings-and-openingHours', {
      params: { id: company.companyId },
      body: bodyOf(values, company),
      files: filesOf(values, company),
      as: 'multipart',
      onProgress,
    })
  } catch (error) {
    throw error instanceof ApiError ? asFormFailure(error) : error
  }
}

const statuses = {
  picture: [413, 415],
  badlyWritten: [400, 404, 422],
  /** Statuses of any call: network error, session over, role lowered, name taken, too many tries. */
  shownUnchanged: [0, 401, 403, 409, 429],
}

/**
 * 415 and 413: a picture too large; 404, 400 and 422: something badly written; a taken name; else the server.
 * @internal
 */
export function asFormFailure(error: ApiError): ApiError {
  const { status, fields, details } = error
  if (statuses.picture.includes(status)) {
    const key = error.code === 'unreadable_image' ? 'unreadable_image' : 'over_sized_image_error'
    // Our own 413 names its cause, the request or the storage quota; a proxy's does not.
    const message = error.code === 'PAYLOAD_TOO_LARGE' ? error.message : companyFieldTexts[key]
    return new ApiError({ status, code: key, message, fields, details })
  }
  if (statuses.badlyWritten.includes(status)) {
    const message = Object.keys(fields).length > 0 ? error.message : companyRefusals['company.data_format'].text
    return new ApiError({ status, code: 'data_format_error', message, fields, details })
  }
  if (statuses.shownUnchanged.includes(status)) return error
  return new ApiError({ status, code: 'server_error', message: requestRefusals['request.server_error'].text })
}

type StartingValues = {
  values: ProfileValues
  /** When the draft that was taken up again was typed, in milliseconds. */
  draftFrom?: number
}

/** Files would not fit in the store of the draft, and are chosen again. */
const files = ['profileImage', 'coverImage', 'drawnPictures', 'cacImages', 'id-card-front', 'id-card-back']
const keptOf = (values: object) => Object.entries(values).filter(([field]) => !files.includes(field))

/** Initial values: the stored profile overlaid by the draft, or by the data of the registration. */
export function startingValues(company: Company, firstCategory: string): StartingValues {
  const stored = { ...profileValuesOf(company), category: company.category ?? firstCategory }
  const draft = readBusinessDraft(company.companyId)
  if (draft) return { values: { ...stored, ...readableParts(draft.values, stored) }, draftFrom: draft.savedAt }
  return { values: company.category === null ? withRegistrationData(stored) : stored }
}

export function keepProfileDraft(companyId: string, values: ProfileValues): void {
  writeBusinessDraft({ companyId, savedAt: Date.now(), values: Object.fromEntries(keptOf(values)) })
}

function withRegistrationData(stored: ProfileValues): ProfileValues {
  const { name, address, city, zipCode, email, phoneNumber } = stored
  const byCode = readJsonSlice<Record<string, string>>('businessByCode')
  const known = byCode.status === 'succeeded' ? byCode.value : {}
  const link = readBusinessDraft()?.values ?? {}
  const empty = { name, address, city, zipCode, email, phoneNumber }
  const filled = fillEmptyFields(fillEmptyFields(empty, textsOf(known)), textsOf(link))
  return { ...stored, ...filled, chosenAddress: filled.address }
}

function textsOf(source: Record<string, unknown>): Partial<Record<'name' | 'address' | 'city' | 'zipCode', string>> {
  const fields = ['name', 'address', 'city', 'zipCode', 'email', 'phoneNumber']
  return Object.fromEntries(
    fields.flatMap((field) => (typeof source[field] === 'string' ? [[field, source[field]]] : [])),
  )
}

/** Only fields with the shape of today's form: the browser may hold a draft of a former version. */
function readableParts(draft: Record<string, unknown>, stored: ProfileValues): Partial<ProfileValues> {
  const parts = keptOf(stored).filter(([field, model]) => isReadable(draft[field], { field, model }))
  return Object.fromEntries(parts.map(([field]) => [field, draft[field]]))
}

function isReadable(value: unknown, { field, model }: { field: string; model: unknown }): boolean {
  if (field === 'appointmentDays') return Array.isArray(value) && value.every(isDayOfWeek)
  if (Array.isArray(model)) return Array.isArray(value) && value.every(isHoursRow)
  if (typeof model !== 'object') return typeof value === typeof model
  return value === null || isPosition(value)
}

function isHoursRow(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false
  return ['key', 'start', 'end'].every((field) => typeof Reflect.get(row, field) === 'string')
}

function isPosition(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value
}
