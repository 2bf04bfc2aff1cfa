import { randomUUID } from 'node:crypto'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { newSession, superAdmin } from '@parvis/harness/sql/people'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newHall } from '@parvis/harness/town/halls'
import { instantCalls } from '@parvis/harness/town/instants'
import { newPerson, type Person } from '@parvis/harness/town/people'
import {
  newResident,
  newSiteShop,
  newVisitor,
  residentHost,
  residentOrigin,
  siteCalls,
} from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { columnOf, rowsOf, run } from '../../db/database.ts'
import { fileReport } from './file-report.ts'

const server = testApp()
const { follow, get, post, reply, write } = siteCalls(server)
const { get: getAs, post: postAs, read } = conversationCalls(server)
let team: Person

beforeAll(async () => {
  team = await newPerson(server)
  await superAdmin(server.db, team.userId)
})

const report = (json: object) => post<{ code: string }>(newVisitor(), '/reports', json)
/** The team's sessions end twelve hours after the sign-in: a moved clock wants a new one. */
const signIn = async () => {
  team.token = await newSession(server.db, team.userId)
}
const desk = (state: 'received' | 'decided' = 'received') =>
  server.client.call('GET /v1/operator/reports', { token: team.token, query: { state } })
const ofCode = async (code: string) => (await desk()).find((one) => one.code === code)
type Decision = 'block' | 'none' | 'remove' | 'suspend'
const decide = async (id = 0, decision: Decision, reason = 'Contraire aux conditions') =>
  await server.client.answer('POST /v1/operator/reports/:id/decide', {
    token: team.token,
    params: { id },
    body: { decision, reason },
  })
/** What the owner of a business was told, and where it leads. */
const toldTo = async ({ companyId }: { companyId: string }) =>
  await columnOf(server.db)`
    select facts from notices where company_id = ${companyId} and kind = 'plan' order by id`
const grounds = 'Contraire aux conditions'
const open = (url: string) => server.app.inject({ url, headers: { host: residentHost } })

async function shopWithInstant() {
  const shop = await newSiteShop(server)
  const id = await instantCalls(server).newInstant(shop)
  const who = newVisitor()
  await follow(who, shop.companyId)
  const { follows } = (await get<{ follows: { url: string }[] }>(who, '/me')).data
  return { shop, id, fiche: new URL(follows[0]?.url ?? '').pathname }
}

test('W-101 a report needs no name, is followed by its code alone, and asks words and good faith for unlawful content', async () => {
  const { fiche, id } = await shopWithInstant()
  const address = `${residentOrigin}${fiche}/concert-${id}`
  const { code } = (await report({ address, reason: 'spam' })).data
  expect((await get(null, `/reports/${code}`)).data).toEqual({
    state: 'received',
    receivedAt: expect.stringMatching(/^\d{4}-/),
    decidedAt: null,
    decision: null,
    grounds: null,
  })
  expect((await get(null, '/reports/zzzzzzzz')).status).toBe(404)
  expect((await open(`/signalement/${code}`)).body).toContain(code)
  const text = 'Cette annonce incite à la haine.'
  const refused = async (json: object) => (await report({ address, reason: 'illegal', ...json })).status
  expect(await refused({ text: 'Trop court', goodFaith: 1 })).toBe(400)
  expect(await refused({ text })).toBe(400)
  expect(await refused({ text, goodFaith: 1, email: 'pas une adresse' })).toBe(400)
  expect(await refused({ text, goodFaith: 1, email: 'lea@exemple.fr' })).toBe(200)
  expect((await report({ address, reason: 'ennui' })).status).toBe(400)
})

test('W-101 W-020 without a script, what is wrong with a report is named and can be mended on the page that refuses it', async () => {
  const { fiche } = await shopWithInstant()
  const headers = {
    host: new URL(residentOrigin).host,
    origin: residentOrigin,
    accept: 'text/html',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const send = async (fields: Record<string, string>) =>
    await server.app.inject({
      method: 'POST',
      url: '/v1/site/reports',
      headers,
      payload: new URLSearchParams(fields).toString(),
    })
  const typed = { address: fiche, reason: 'illegal', text: 'Cette annonce incite à la haine.' }
  const unticked = await send(typed)
  expect([unticked.statusCode, unticked.body.includes('<select name="goodFaith">')]).toEqual([400, true])
  expect((await send({ ...typed, goodFaith: '0' })).body.match(/name="goodFaith"/g)).toHaveLength(1)
  const misspelt = await send({ address: fiche, reason: 'spam', text: '', email: 'lea@' })
  expect(misspelt.body).toMatch(/À vérifier\u00a0: Votre e-mail/)
  expect(misspelt.body).toContain('name="email" value="lea@"')
  expect((await send({ ...typed, goodFaith: '1' })).statusCode).toBe(303)
})

type Sent = { to: string; text: string; payload: { subject: string; html: string } }
const mailsTo = async (to: string) =>
  (await server.client.call('GET /v1/dev/outbox', { query: { kind: 'email', to } })) as unknown as Sent[]

test('W-101 U-076 RES-16 a report that left an e-mail gets one receipt with its number and where its outcome is read, and none of its words', async () => {
  const { fiche } = await shopWithInstant()
  const typed = { address: fiche, reason: 'spam', text: 'Achetez mes pilules', name: 'Jean Torve' }
  const { code } = (await report({ ...typed, email: 'temoin@exemple.fr' })).data
  await report(typed)
  await server.runJobs()
  const [receipt, ...more] = await mailsTo('temoin@exemple.fr')
  expect([receipt?.payload.subject, more]).toEqual([`Signalement reçu, numéro ${code}`, []])
  const link = `${server.deps.config.publicUrl}/signalement/${code}`
  expect(receipt?.text).toContain(link)
  expect(`${receipt?.text}${receipt?.payload.html}`).not.toMatch(/pilules|Torve/)
  const followed = await server.app.inject({ url: new URL(link).pathname, headers: { host: new URL(link).host } })
  expect([followed.statusCode, followed.headers.location]).toEqual([302, `${residentOrigin}/signalement/${code}`])
  const { deps } = server
  const silent = { ...deps, gateways: { ...deps.gateways, mail: { ...deps.gateways.mail, isServed: false } } }
  const asked = { ...typed, reason: 'spam', email: 'sans-relais@exemple.fr', goodFaith: false } as const
  await fileReport(silent, asked, { ip: '192.0.2.9', userId: undefined })
  await server.runJobs()
  expect(await mailsTo('sans-relais@exemple.fr')).toEqual([])
})

test.each(['/v1/site/reports', '/v1/reports'] as const)(
  'W-101 W-060 P14 ten reports at once to %s under one key are one report and one receipt, counted once, for ten minutes',
  async (url) => {
    const { fiche } = await shopWithInstant()
    const email = `${url.length}@exemple.fr`
    const key: string = randomUUID()
    const [headers, remoteAddress] = [{ host: residentHost, origin: residentOrigin }, `192.0.2.${url.length}`]
    const site = url.startsWith('/v1/site')
    const send = async (more: object = {}, sentKey = key) =>
      await server.app.inject({
        method: 'POST',
        url,
        remoteAddress,
        headers: { ...(site && headers), 'idempotency-key': sentKey },
        payload: { address: `${residentOrigin}${fiche}`, reason: 'spam', email, ...more },
      })
    const codes = (await Promise.all(Array.from({ length: 10 }, () => send()))).map((sent) => sent.json().data?.code)
    const [code] = codes
    expect([new Set(codes).size, typeof code]).toEqual([1, 'string'])
    expect((await send()).json().data).toEqual({ code })
    expect((await desk()).filter(({ reporter }) => reporter.email === email)).toHaveLength(1)
    const rows = await rowsOf<{ used: number }>(server.db)`select rate_windows.used from rate_windows
      where rate_windows.name = 'reports' and rate_windows.subject like ${`%${remoteAddress}%`}`
    expect(rows).toEqual([{ used: 1 }])
    await server.runJobs()
    expect(await mailsTo(email)).toHaveLength(1)
    const other = await send({ text: 'Autre chose' })
    expect([other.statusCode, other.json().error.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH'])
    expect((await send({ reason: 'illegal', text: 'Trop court' }, 'refused')).statusCode).toBe(400)
    expect((await send({}, 'refused')).statusCode).toBe(200)
    await run(server.db)`update idempotency_keys set created_at = app_now() - interval '11 minutes'`
    expect((await send()).json().data.code).not.toBe(code)
  },
)

test('W-102 W-103 each decision has its effect, once, and the reporter reads it', async () => {
  const { shop, id, fiche } = await shopWithInstant()
  const { code } = (await report({ address: `${residentOrigin}${fiche}/concert-${id}`, reason: 'fraud' })).data
  const found = await ofCode(code)
  expect(found).toMatchObject({ kind: 'instant', late: false, allowed: ['none', 'remove', 'suspend'] })
  expect(found?.seen.title).toEqual(expect.any(String))
  expect((await decide(found?.id, 'block')).status).toBe(400)
  expect((await decide(found?.id, 'remove', '')).status).toBe(400)
  const both = await Promise.all([decide(found?.id, 'remove'), decide(found?.id, 'remove')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect((await get(null, `/reports/${code}`)).data).toMatchObject({
    state: 'decided',
    decision: 'remove',
    grounds: 'Contraire aux conditions',
  })
  const isEnabled = await foundCell<boolean>(server.db)`
    select instants.is_enabled from instants where instants.id = ${id}`
  expect(isEnabled).toBe(false)

  const business = await ofCode(
    (await report({ address: fiche, reason: 'illegal', text: 'Vente de produits interdits.', goodFaith: true })).data
      .code,
  )
  expect(business).toMatchObject({ kind: 'business', author: { companyId: shop.companyId, reports: 2, upheld: 1 } })
  expect((await decide(business?.id, 'suspend')).status).toBe(200)
  expect(await toldTo(shop)).toEqual([
    { sentence: 'L’équipe de Parvis a retiré un de vos instants.', path: '/instants', grounds },
    { sentence: 'Votre fiche est suspendue par l’équipe de Parvis.', path: '/company', grounds },
  ])
  await expect.poll(async () => (await open(fiche)).statusCode).toBe(404)
})

test('W-102 W-103 of a code that is disabled, the notice leads where the owner’s codes are', async () => {
  const shop = await newSiteShop(server)
  const codes = await server.client.call('POST /v1/company/:id/codes', {
    token: shop.token,
    params: { id: shop.companyId },
    body: { label: 'Vitrine' },
  })
  const found = await ofCode((await report({ address: `/q/${codes[0]?.code}`, reason: 'fraud' })).data.code)
  expect((await decide(found?.id, 'remove')).status).toBe(200)
  const sentence = 'L’équipe de Parvis a désactivé un de vos codes.'
  expect(await toldTo(shop)).toEqual([{ sentence, path: '/affiches', grounds }])
})

test('W-101 W-102 W-103 a service of the hall is reported at its page and hidden, its hall told once, whoever hid it first', async () => {
  const hall = await newHall(server)
  const body = { type: 'LINK', label: 'Piscine', content: 'https://www.ville.fr', iconId: '1' }
  const services = await server.client.call('POST /v1/municipality/:id/service', {
    params: { id: hall.companyId },
    token: hall.token,
    body,
  })
  const address = `${residentOrigin}/clichy-92110/services/piscine-${services[0]?.id}`
  const [first, second] = [
    (await report({ address, reason: 'fraud' })).data,
    (await report({ address, reason: 'spam' })).data,
  ]
  const found = await ofCode(first.code)
  expect(found).toMatchObject({ kind: 'service', seen: { label: 'Piscine' }, allowed: ['none', 'remove', 'suspend'] })
  expect((await decide(found?.id, 'remove')).status).toBe(200)
  expect((await decide((await ofCode(second.code))?.id, 'remove')).status).toBe(200)
  const { params, token } = { params: { id: hall.companyId }, token: hall.token }
  expect(await server.client.call('GET /v1/municipality/:id/service', { params, token })).toEqual([])
  const sentence = 'L’équipe de Parvis a retiré un de vos services.'
  expect(await toldTo(hall)).toEqual([{ sentence, path: '/services', grounds }])
  expect((await ofCode((await report({ address, reason: 'spam' })).data.code))?.kind).toBe('other')
})

test('W-101 W-012 what is shown under the premium address of a business is its own; an address of nobody is kept as it was typed', async () => {
  const { shop, id } = await shopWithInstant()
  await run(
    server.db,
  )`update companies set membership = 'digital', subdomain = 'fournil-signale' where id = ${shop.companyId}`
  const targetOf = async (address: string) => {
    const found = await ofCode((await report({ address, reason: 'spam' })).data.code)
    return [found?.kind, found?.author?.companyId]
  }
  const premium = `http://fournil-signale.${residentHost}`
  expect(await targetOf(`${premium}/`)).toEqual(['business', shop.companyId])
  expect(await targetOf(`${premium}/degustation-${id}`)).toEqual(['instant', shop.companyId])
  for (const nobodys of [
    `http://personne.${residentHost}/`,
    'https://ailleurs.fr/page-1',
    'http://',
    '/nulle-part/fiche',
  ])
    expect(await targetOf(nobodys), nobodys).toEqual(['other', undefined])
})

test('W-102 a page of the desk that begins nowhere is refused', async () => {
  const torn = await server.client.answer('GET /v1/operator/reports', { token: team.token, query: { after: 'x' } })
  expect([torn.status, torn.error?.fields]).toEqual([400, { after: 'invalid' }])
})

test('W-101 W-102 Q-119 a message is reported by who reads it, emptied or its conversation closed; a stranger sees nothing of it', async () => {
  const shop = await newSiteShop(server)
  const who = newVisitor()
  const { uuid } = (await write(who, shop.companyId, 'Bonjour')).data
  await postAs(shop, `/v1/discussions/${uuid}/message`, { companyId: shop.companyId, message: 'Des insultes' })
  const [last] = await read(shop, uuid)
  const address = `${residentOrigin}/mes-messages/${uuid}#message-${last?.id}`
  const stranger = await ofCode((await report({ address, reason: 'hate' })).data.code)
  expect([stranger?.kind, stranger?.seen]).toEqual(['other', {}])
  const own = await post<{ code: string }>(who, '/reports', { address, reason: 'hate' })
  const found = await ofCode(own.data.code)
  expect(found).toMatchObject({ kind: 'message', allowed: ['none', 'remove', 'block', 'suspend'] })
  expect(JSON.stringify(found?.seen)).toContain('Des insultes')
  const searched = async () =>
    dataOf<{ results: object[] }>(await getAs(shop, `/v1/company/${shop.companyId}/messages/search?q=insultes`)).results
  expect(await searched()).toHaveLength(1)
  await decide(found?.id, 'remove')
  expect(JSON.stringify(await read(shop, uuid))).not.toContain('Des insultes')
  expect(await searched()).toEqual([])

  const first = (await read(shop, uuid)).at(-1)
  const greeting = `${residentOrigin}/mes-messages/${uuid}#message-${first?.id}`
  const ofResident = await post<{ code: string }>(who, '/reports', { address: greeting, reason: 'spam' })
  expect((await decide((await ofCode(ofResident.data.code))?.id, 'remove')).status).toBe(200)
  const path = `/messages?conversation=${uuid}`
  expect(await toldTo(shop)).toEqual([{ sentence: 'L’équipe de Parvis a retiré un de vos messages.', path, grounds }])

  const { code } = (await postAs(shop, `/v1/discussions/${uuid}/report`, { reason: 'Il me menace' })).data as {
    code: string
  }
  const talk = await ofCode(code)
  expect(talk).toMatchObject({ kind: 'conversation', reason: 'other', text: 'Il me menace' })
  await decide(talk?.id, 'block')
  expect((await reply(who, uuid, 'Encore')).code).toBe('DISCUSSION_BLOCKED')
  const foreign = await newSiteShop(server)
  expect((await postAs(foreign, `/v1/discussions/${uuid}/report`, { reason: 'spam' })).status).toBe(404)
})

test('W-101 the business alone reports by its own door, which no limit of an address counts: its resident has another', async () => {
  const shop = await newSiteShop(server)
  const resident = await newResident(server)
  const { uuid } = (await write(resident, shop.companyId, 'Bonjour')).data
  expect((await postAs(resident, `/v1/discussions/${uuid}/report`, { reason: 'spam' })).status).toBe(404)
  expect((await postAs(shop, `/v1/discussions/${uuid}/report`, { reason: 'spam' })).status).toBe(200)
})

test('W-102 a danger is late after 24 hours, anything else after 7 days, and the work of the team says so', async () => {
  const danger = (await report({ address: '/clichy-92110', reason: 'danger' })).data.code
  const spam = (await report({ address: '/clichy-92110', reason: 'spam' })).data.code
  const late = async () => [(await ofCode(danger))?.late, (await ofCode(spam))?.late]
  const work = async () => (await server.client.call('GET /v1/operator/work', { token: team.token })).reports
  expect(await late()).toEqual([false, false])
  expect((await desk())[0]?.code).toBe(danger)
  await server.setClock(new Date(Date.now() + 25 * 3_600_000).toISOString())
  await signIn()
  expect(await late()).toEqual([true, false])
  expect((await work()).late).toBe(1)
  await server.setClock(new Date(Date.now() + 8 * 86_400_000).toISOString())
  await signIn()
  expect(await late()).toEqual([true, true])
  await server.setClock(null)
})
