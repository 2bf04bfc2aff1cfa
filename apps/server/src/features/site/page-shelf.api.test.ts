import { testApp } from '@parvis/harness/server/test-app'
import { addMember, superAdmin } from '@parvis/harness/sql/people'
import { editForm, updateCompany } from '@parvis/harness/town/companies'
import { alertForm, type Hall, newHall, postAct } from '@parvis/harness/town/halls'
import { newPerson, type Person } from '@parvis/harness/town/people'
import { newSiteShop } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../db/database.ts'

const server = testApp()
let hall: Hall
let colleague: Person
beforeAll(async () => {
  hall = await newHall(server)
  colleague = await newPerson(server, { firstName: 'Paul' })
  await addMember(server.db, hall.companyId, colleague.userId, 'manager')
})
const site = async (path: string, app = server.app) =>
  await app.inject({ url: path, headers: { host: 'parvis.localhost:3000' } })

test('D-022 Y-021 without the database the town, its acts with their evidence and file, and the alert are read, unasked before too, and say when they were drawn', async () => {
  const alert = await sendAlert('Crue cette nuit')
  const { data: act } = await postAct(server, hall, { title: 'Règlement du marché' })
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

test('Y-012 the banner stands on the premium host of a business of the town, and goes with its alert', async () => {
  const shop = await newSiteShop(server, { name: 'Fournil du Parvis', membership: 'premium' })
  const named = editForm({ name: 'Fournil du Parvis', premium_subdomain: 'fournil-du-parvis' })
  expect((await updateCompany(server, shop, named)).status).toBe(200)
  const alert = await sendAlert('Orage ce soir')
  const page = async () =>
    (await server.app.inject({ url: '/', headers: { host: 'fournil-du-parvis.parvis.localhost:3000' } })).payload
  await expect.poll(page).toContain('Orage ce soir')
  await server.client.call('POST /v1/alerts/:id/end', {
    params: { id: alert.id },
    token: hall.token,
    body: { text: 'Fini.' },
  })
  await expect.poll(page).not.toContain('Orage ce soir')
  expect(await page()).toContain('Fournil du Parvis')
})

test('Y-022 a hall whose identity is refused alerts nobody any more: it could not end its alerts itself, so they end', async () => {
  const alert = await sendAlert('Fausse crue')
  const operator = await newPerson(server)
  await superAdmin(server.db, operator.userId)
  const shown = async () => (await site('/clichy-92110')).body.includes('Fausse crue')
  await expect.poll(shown).toBe(true)
  await server.client.call('POST /v1/operator/identities/:companyId/decide', {
    token: operator.token,
    params: { companyId: hall.companyId },
    body: { decision: 'refused', reason: 'Usurpation de la mairie' },
  })
  await expect.poll(shown, { timeout: 3_000 }).toBe(false)
  const { text } = await server.client.call('GET /v1/alerts/:id/journal', {
    token: hall.token,
    params: { id: alert.id },
  })
  expect(text).toContain('par Parvis (identité)')
})

/** An alert written at the hall of Clichy and sent by a colleague. */
async function sendAlert(title: string) {
  const { id } = await server.client.call('POST /v1/company/:id/alerts', {
    params: { id: hall.companyId },
    token: hall.token,
    body: alertForm({ title }),
  })
  return await server.client.call('POST /v1/alerts/:id/send', {
    params: { id },
    token: colleague.token,
    body: { confirmation: 'Clichy' },
  })
}

async function keptPages(): Promise<number> {
  const { readdir } = await import('node:fs/promises')
  return (await readdir(`${server.deps.config.dataFolder}/blobs/shelf`).catch(() => [])).length
}
