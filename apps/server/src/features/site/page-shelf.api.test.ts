import { testApp } from '@parvis/harness/server/test-app'
import { addMember } from '@parvis/harness/sql/people'
import { alertForm, newHall, postAct } from '@parvis/harness/town/halls'
import { newPerson } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../db/database.ts'

const server = testApp()
const site = async (path: string, app = server.app) =>
  await app.inject({ url: path, headers: { host: 'parvis.localhost:3000' } })

test('D-022 Y-021 without the database the town, its acts with their evidence and file, and the alert are read, unasked before too, and say when they were drawn', async () => {
  const hall = await newHall(server)
  const colleague = await newPerson(server, { firstName: 'Paul' })
  await addMember(server.db, hall.companyId, colleague.userId, 'manager')
  const { data: act } = await postAct(server, hall, { title: 'Règlement du marché' })
  const { id } = await server.client.call('POST /v1/company/:id/alerts', {
    params: { id: hall.companyId },
    token: hall.token,
    body: alertForm({ title: 'Crue cette nuit' }),
  })
  const alert = await server.client.call('POST /v1/alerts/:id/send', {
    params: { id },
    token: colleague.token,
    body: { confirmation: 'Clichy' },
  })
  const [page, file, alertPage] = [act?.url, act?.fileUrl, alert.url].map((url) => new URL(url ?? '').pathname)
  await expect.poll(async () => (await site('/clichy-92110')).payload).toContain('Crue cette nuit')
  await expect.poll(async () => (await keptPages()) >= 9).toBe(true)
  // Another process, which never drew a page, on a database where nobody answers.
  await using db = createDatabase({ url: 'postgres://parvis@127.0.0.1:1/parvis', size: 2 })
  await using app = buildApp({ ...server.deps, db })
  const paths = [
    '/clichy-92110',
    '/clichy-92110/actes',
    page,
    `${page}/attestation`,
    '/clichy-92110/alertes',
    alertPage,
  ]
  for (const path of paths) {
    const { statusCode, payload } = await site(path ?? '', app)
    expect([path, statusCode, payload.includes('Page établie le')]).toEqual([path, 200, true])
  }
  for (const path of [`${page}/attestation.txt`, `${page}/attestation.sig`, '/clichy-92110/actes/registre.txt'])
    expect((await site(path, app)).statusCode).toBe(200)
  expect((await site('/clichy-92110', app)).payload).toContain('Crue cette nuit')
  const bytes = await app.inject({ url: file ?? '' })
  expect([bytes.statusCode, bytes.headers['x-robots-tag']]).toEqual([200, 'noindex'])
  expect((await site('/clichy-92110/annuaire', app)).statusCode).toBe(503)
})

async function keptPages(): Promise<number> {
  const { readdir } = await import('node:fs/promises')
  return (await readdir(`${server.deps.config.dataFolder}/blobs/shelf`).catch(() => [])).length
}
