import { randomBytes } from 'node:crypto'
import { multipart } from '@parvis/client/client'
import type { TestApp } from '../server/test-app.ts'
import { makeHall } from '../sql/people.ts'
import { newOwner, type Owner } from './people.ts'

export type Hall = Owner & { town: { code: string; slug: string; name: string } }

const clichy = { code: '92024', slug: 'clichy-92110', name: 'Clichy' }

/** The owner of a town hall that is official as soon as it is the oldest verified one of its town; Clichy unless told. */
export async function newHall(server: TestApp, { zipCode = '92110', town = clichy } = {}): Promise<Hall> {
  const owner = await newOwner(server, { type: 'mairie', category: 'mairie', name: `Mairie de ${town.name}`, zipCode })
  await makeHall(server.db, owner.companyId, town.code, `mairie-${owner.userId}`)
  return { ...owner, town }
}

/** A PDF of one empty page, each with bytes of its own; `extra`: what stands outside of its streams. */
export const pdfOf = (extra = '', version = '1.4'): Buffer =>
  Buffer.from(
    `%PDF-${version}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\n${extra}\n%${randomBytes(8).toString('hex')}\ntrailer<</Size 4/Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  )

let count = 0

/** The fields of an act that may be posted, its number its own. */
export const actForm = (fields: Record<string, unknown> = {}, bytes: Buffer = pdfOf()) => ({
  file: new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }),
  kind: 'deliberation' as unknown,
  number: `2026-${String(++count).padStart(3, '0')}` as unknown,
  title: 'Tarifs de la cantine' as unknown,
  actDate: '2026-01-12' as unknown,
  authorName: 'Marie Durand' as unknown,
  authorQuality: 'Maire' as unknown,
  matter: '7.1' as unknown,
  text: '' as unknown,
  namesPeople: 'false' as unknown,
  supersedes: '' as unknown,
  ...fields,
})

/** POST acts as the portal sends it. */
export const postAct = (server: TestApp, hall: Owner, fields: Record<string, unknown> = {}, bytes: Buffer = pdfOf()) =>
  server.client.answer('POST /v1/company/:id/acts', {
    params: { id: hall.companyId },
    token: hall.token,
    ...multipart(actForm(fields, bytes)),
  })

/** An alert that may be written, for six hours. */
export const alertForm = (fields: object = {}) => ({
  level: 'danger' as unknown,
  title: 'Crue de la Seine' as unknown,
  text: 'Montez à l’étage, coupez le gaz et restez chez vous.' as unknown,
  until: new Date(Date.now() + 6 * 3_600_000).toISOString() as unknown,
  exercise: false as unknown,
  replaces: undefined as unknown,
  ...fields,
})
