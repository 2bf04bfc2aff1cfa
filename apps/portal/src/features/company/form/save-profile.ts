import { companyFieldTexts, companyRefusalTexts } from '@parvis/domain/company/company.refusals.fr'
import { requestRefusalTexts } from '@parvis/domain/kernel/request.refusals.fr'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/call.ts'
import type { Company } from '../../../lib/session.ts'
import { bodyOf, filesOf, type ProfileValues } from './profile-values.ts'

/** Sends the whole profile; gives the stored one. Refusals come out under the keys of the form (E-073 to E-075). */
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
  /** Never reached, signed out, a name taken, too many tries. */
  shownUnchanged: [0, 401, 409, 429],
}

/**
 * 415 and 413: a picture too large; 404, 400 and 422: something badly written; a taken name; else the server (AMB-46).
 * @internal
 */
export function asFormFailure(error: ApiError): ApiError {
  const { status, fields, details } = error
  if (statuses.picture.includes(status)) {
    const key = error.code === 'unreadable_image' ? 'unreadable_image' : 'over_sized_image_error'
    // Our own 413 says which: the whole sending, or the room for pictures. A proxy's says nothing.
    const message = error.code === 'PAYLOAD_TOO_LARGE' ? error.message : companyFieldTexts[key]
    return new ApiError({ status, code: key, message, fields, details })
  }
  if (statuses.badlyWritten.includes(status)) {
    const message = Object.keys(fields).length > 0 ? error.message : companyRefusalTexts['company.data_format']
    return new ApiError({ status, code: 'data_format_error', message, fields, details })
  }
  if (statuses.shownUnchanged.includes(status)) return error
  return new ApiError({ status, code: 'server_error', message: requestRefusalTexts['request.server_error'] })
}
