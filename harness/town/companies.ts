import { multipart } from '@parvis/client/client'
import type { AnswerOf } from '@parvis/domain/api'
import sharp from 'sharp'
import type { TestApp } from '../server/test-app.ts'

type Value = string | number | boolean | Blob | readonly Blob[] | undefined

/** A plain picture of that size. */
export async function picture(
  width = 500,
  height = 500,
  format: 'jpeg' | 'png' | 'webp' = 'png',
  background = '#0f5c4d',
): Promise<Blob> {
  const made = sharp({ create: { width, height, channels: 3, background } })
  return new Blob([new Uint8Array(await made.toFormat(format).toBuffer())], { type: `image/${format}` })
}

export const hours = [{ daytype: 'mondays_to_fridays', startTime: '09:00', endTime: '18:00', enabled: true }]

/** Every key of the edit page, valid, without files; an override of undefined leaves its key out. */
export function editForm(overrides: Record<string, Value> = {}): Record<string, Value> {
  return {
    name: 'Le Fournil de Marie',
    type: 'commerce',
    category: 'boulangerie',
    address: '12 rue de Paris',
    city: 'Clichy',
    zipCode: '92110',
    latitude: '48.9045',
    longitude: '2.3064',
    description: '<p>Du pain cuit sur place, tous les jours.</p>',
    openingHours: JSON.stringify(hours),
    email: 'contact@fournil.fr',
    phoneNumber: '01 45 67 89 01',
    website: 'https://www.fournil.fr',
    ...overrides,
  }
}

/** The same with the four files of a registration. */
export async function registrationForm(overrides: Record<string, Value> = {}): Promise<Record<string, Value>> {
  return editForm({
    profileImage: await picture(500, 500),
    coverImage: await picture(1200, 600),
    'id-card-front': await picture(640, 400, 'jpeg'),
    'id-card-back': await picture(640, 400, 'jpeg'),
    ...overrides,
  })
}

/** POST update-settings-and-openingHours as a multipart form. */
export function updateCompany(
  server: TestApp,
  company: { token: string; companyId: string },
  form: Record<string, Value>,
  headers: Record<string, string> = {},
) {
  const sent = { params: { id: company.companyId }, token: company.token, ...multipart(form), headers }
  return server.client.answer('POST /v1/company/:id/update-settings-and-openingHours', sent)
}

/** One more photo of the gallery: of the least size unless another picture is given. */
export async function addPhoto(
  server: TestApp,
  { token, companyId: id }: { token: string; companyId: string },
  { alt, image, headers }: { alt?: string; image?: Blob; headers?: Record<string, string> } = {},
) {
  const form = multipart({ alt, image: image ?? (await picture(960, 720)) })
  const sent = { params: { id }, token, ...form, ...(headers && { headers }) }
  return await server.client.answer('POST /v1/company/:id/photos', sent)
}

/** What GET settings answers. */
export const settingsOf = (server: TestApp, { token, companyId }: { token: string; companyId: string }) =>
  server.client.call('GET /v1/company/settings/:companyId', { params: { companyId }, token })

export type Settings = AnswerOf<'GET /v1/company/settings/:companyId'>
