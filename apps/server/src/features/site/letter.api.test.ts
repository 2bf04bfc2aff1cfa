import { testApp } from '@parvis/harness/server/test-app'
import {
  newSiteShop,
  newVisitor,
  residentHost,
  residentOrigin,
  siteCalls,
  type Visitor,
} from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { forgetOldRows } from '../../jobs/forget-old-rows.queries.ts'
import { forgetResidentsTask } from './residents/erase-me.ts'
import { followFromSite } from './residents/letter.ts'

const server = testApp()
const { call, follow, get, put, remove } = siteCalls(server)

type Letter = { email: string; rhythm: string; state: string } | null
type Sent = { to: string; text: string; payload: { subject: string; html: string; headers: Record<string, string> } }

let count = 0
const newAddress = () => `lettre-${++count}@exemple.fr`
const letterOf = async (who: Visitor) => (await get<{ letter: Letter }>(who, '/me')).data.letter
async function mailsTo(to: string): Promise<Sent[]> {
  await server.runJobs()
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'email', to } })
  return (data as Sent[]).toReversed()
}
const linkIn = (mail: Sent | undefined, use: string) =>
  new RegExp(`https?://[^/\\s]+(/v1/email/${use}\\?\\S+)`).exec(mail?.text ?? '')?.[1] ?? ''
const click = async (method: 'GET' | 'POST', url: string, host = residentHost, payload?: object) =>
  await server.app.inject({ method, url, headers: { host }, ...(payload && { payload }) })

async function confirmed(companyId: string, { who = newVisitor(), email = newAddress(), rhythm = 'daily' } = {}) {
  expect((await follow(who, companyId, { email, rhythm })).status).toBe(200)
  const [mail] = await mailsTo(email)
  expect((await click('POST', linkIn(mail, 'confirm'))).statusCode).toBe(200)
  expect((await letterOf(who))?.state).toBe('on')
  return { who, email, confirm: linkIn(mail, 'confirm') }
}

test('L-001 W-069 a follow with an address is one transaction on one connection: refused as a whole, forty at once all answered', async () => {
  const { companyId } = await newSiteShop(server)
  const { deps } = server
  const rows = await rowsOf<{ userId: number }>(server.db)`
    insert into users (phone) select null from generate_series(1, 40) returning id as "userId"`
  const asked = (userId: number) => ({ userId, companyId, follows: true, email: newAddress(), networks: [] })
  const silent = { ...deps, gateways: { ...deps.gateways, mail: { ...deps.gateways.mail, isServed: false } } }
  await expect(followFromSite(silent, asked(rows[0]?.userId ?? 0))).rejects.toMatchObject({
    key: 'site.email_unavailable',
  })
  const followers = async () => await rowsOf(server.db)`select from follows where company_id = ${companyId}`
  expect(await followers()).toEqual([])
  await Promise.all(rows.map(async ({ userId }) => await followFromSite(deps, asked(userId))))
  expect(await followers()).toHaveLength(40)
})

test('L-001 L-002 L-004 L-009 followed at once, one mail, nothing confirmed but by the POST of its link, on either host, twice', async () => {
  const { companyId } = await newSiteShop(server)
  const who = newVisitor()
  const email = newAddress()
  const letter = { email: 'l•••@exemple.fr', rhythm: 'weekly', state: 'waiting' }
  expect((await follow(who, companyId, { email })).data).toMatchObject({ followersCount: 1, letter })
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.payload.subject).toBe('Confirmez votre adresse')
  const hosts = [...JSON.stringify(mails).matchAll(/https?:\/\/([^/\s"\\<]+)/g)].map(([, host]) => host)
  expect(new Set(hosts)).toEqual(new Set([residentHost]))
  const link = linkIn(mails[0], 'confirm')
  const page = await click('GET', link)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.payload).toContain('Recevoir cette lettre')
  const notMine = await click('GET', linkIn(mails[0], 'not-mine'))
  expect(JSON.stringify([mails, page.payload, notMine.payload])).not.toContain('Parvis Pro')
  expect(await letterOf(who)).toEqual(letter)
  expect(
    (
      await click(
        'POST',
        link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
      )
    ).statusCode,
  ).toBe(404)
  expect((await click('POST', link, 'localhost')).statusCode).toBe(200)
  expect((await click('POST', link)).statusCode).toBe(200)
  expect(await letterOf(who)).toEqual({ ...letter, state: 'on' })
})

test('L-002 after seven days an address without confirmation is forgotten, and its link with it', async () => {
  const { companyId } = await newSiteShop(server)
  const who = newVisitor()
  const email = newAddress()
  await follow(who, companyId, { email })
  const link = linkIn((await mailsTo(email))[0], 'confirm')
  await run(server.db)`update letters set asked_at = app_now() - make_interval(days => 8) where address = ${email}`
  expect(await letterOf(who)).toBe(null)
  expect((await click('POST', link)).json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  const late = await click('POST', link, residentHost, { page: '1' })
  expect([late.statusCode, late.payload]).toEqual([404, expect.stringContaining('<h1>Ce lien ne sert plus</h1>')])
  for (const use of ['confirm', 'unsubscribe', 'not-mine', 'booking']) {
    const cut = `/v1/email/${use}?ticket=7.x`
    expect((await click('GET', cut)).json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    const read = await server.app.inject({ url: cut, headers: { host: residentHost, accept: 'text/html,*/*' } })
    expect([read.statusCode, read.payload]).toEqual([404, expect.stringContaining('<h1>Ce lien ne sert plus</h1>')])
  }
  await forgetOldRows(server.db)
  expect(await rowsOf(server.db)`select from letters where address = ${email}`).toEqual([])
})

test('L-003 one mail a day whoever asks, the same answer for a refused address', async () => {
  const { companyId } = await newSiteShop(server)
  const email = newAddress()
  const [one, other] = [newVisitor(), newVisitor()]
  const first = await follow(one, companyId, { email })
  await Promise.all(Array.from({ length: 20 }, async () => await put(one, '/letter', { email })))
  expect((await follow(other, companyId, { email })).data).toMatchObject({
    letter: (first.data as { letter?: object }).letter,
  })
  expect(await mailsTo(email)).toHaveLength(1)
  const notMine = linkIn((await mailsTo(email))[0], 'not-mine')
  expect((await click('POST', notMine)).statusCode).toBe(200)
  expect((await letterOf(one))?.state).toBe('refused')
  expect((await put(one, '/letter', { email })).data).toMatchObject({ state: 'waiting' })
  await server.setClock(new Date(Date.now() + 26 * 3_600_000).toISOString())
  await put(one, '/letter', { email })
  expect(await mailsTo(email)).toHaveLength(1)
  await server.setClock(null)
})

test('L-003 429 for the sixth ask of a resident, a proof for the twenty-first of one network', async () => {
  const { companyId } = await newSiteShop(server)
  const { rateLimits } = server.deps.config
  Object.assign(server.deps.config, { rateLimits: 'strict' })
  const who = newVisitor()
  for (let asked = 0; asked < 5; asked++)
    expect((await follow(who, companyId, { email: newAddress() })).status).toBe(200)
  expect((await follow(who, companyId, { email: newAddress() })).status).toBe(429)
  const remoteAddress = '198.51.100.7'
  const codes: (string | undefined)[] = []
  for (let asked = 0; asked < 21; asked++) {
    const json = { follows: 1, email: newAddress() }
    codes.push((await call(newVisitor(), 'POST', `/companies/${companyId}/follow`, { json, remoteAddress })).code)
  }
  Object.assign(server.deps.config, { rateLimits })
  expect(codes.filter((code) => code !== undefined)).toEqual(['PROOF_NEEDED'])
})

test('L-004 L-007 the rhythm changes on all devices of a mailbox, a new address serves once it is confirmed', async () => {
  const { companyId } = await newSiteShop(server)
  const one = await confirmed(companyId)
  const other = newVisitor()
  await follow(other, companyId, { email: one.email, rhythm: 'daily' })
  expect((await letterOf(other))?.state).toBe('waiting')
  expect((await click('POST', one.confirm)).statusCode).toBe(200)
  expect((await put(other, '/letter', { rhythm: 'weekly' })).data).toMatchObject({ rhythm: 'weekly', state: 'on' })
  expect((await letterOf(one.who))?.rhythm).toBe('weekly')
  const next = newAddress()
  expect((await put(one.who, '/letter', { email: next })).data).toMatchObject({ state: 'on' })
  expect((await click('POST', linkIn((await mailsTo(next))[0], 'confirm'))).statusCode).toBe(200)
  const file = JSON.stringify((await get(one.who, '/export')).data)
  expect([file.includes(next), file.includes(one.email)]).toEqual([true, false])
  expect((await letterOf(other))?.state).toBe('on')
})

test('L-004 a new address given alone keeps the rhythm that was chosen', async () => {
  const { who } = await confirmed((await newSiteShop(server)).companyId)
  const next = newAddress()
  await put(who, '/letter', { rhythm: 'daily' })
  await put(who, '/letter', { email: next })
  await click('POST', linkIn((await mailsTo(next))[0], 'confirm'))
  expect(await letterOf(who)).toMatchObject({ rhythm: 'daily', state: 'on' })
})

test('L-008 L-016 one click ends it on every device, a GET does not, follows stay; « Arrêter » twice, « Tout effacer » too', async () => {
  const { companyId } = await newSiteShop(server)
  const { who, email, confirm } = await confirmed(companyId)
  const other = newVisitor()
  await follow(other, companyId, { email })
  await click('POST', confirm)
  const [mail] = await mailsTo(email)
  const unsubscribe = await ticketFor('unsubscribe', linkIn(mail, 'not-mine'))
  expect((await click('GET', unsubscribe)).payload).toContain('Ne plus recevoir cette lettre')
  expect((await letterOf(who))?.state).toBe('on')
  for (let times = 0; times < 2; times++) expect((await click('POST', unsubscribe)).statusCode).toBe(200)
  expect([await letterOf(who), await letterOf(other)]).toEqual([null, null])
  expect((await get<{ follows: object[] }>(who, '/me')).data.follows).toHaveLength(1)

  const stopped = await confirmed(companyId)
  for (let times = 0; times < 2; times++) expect((await remove(stopped.who, '/letter')).status).toBe(200)
  expect(await letterOf(stopped.who)).toBe(null)
  const erased = await confirmed(companyId)
  await remove(erased.who, '/me')
  const left = await rowsOf(server.db)`select from letters where address in (${stopped.email}, ${erased.email})`
  expect(left).toEqual([])
})

/** The unsubscribe link of the mailbox that a link names, as its letters carry it. */
async function ticketFor(use: 'unsubscribe', link: string): Promise<string> {
  const { ticketUrl } = await import('../notices/index.ts')
  const subject = /ticket=([^.]+)\./.exec(link)?.[1] ?? ''
  return ticketUrl({ secretKey: server.deps.config.secretKey, publicUrl: '' }, use, subject)
}

test('L-007 two residents who are joined keep the letter that is confirmed', async () => {
  const { companyId } = await newSiteShop(server)
  const one = await confirmed(companyId)
  const other = newVisitor()
  await follow(other, companyId, { email: newAddress() })
  const { code } = (await siteCalls(server).post<{ code: string }>(other, '/transfers')).data
  expect((await siteCalls(server).post(one.who, '/transfers/claim', { code })).status).toBe(200)
  expect((await letterOf(other))?.state).toBe('on')
})

test('L-014 without script: the form leads to the settings', async () => {
  const { companyId } = await newSiteShop(server)
  const answer = await server.app.inject({
    method: 'POST',
    url: `/v1/site/companies/${companyId}/follow`,
    headers: {
      host: residentHost,
      origin: residentOrigin,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ follows: '1', email: newAddress(), rhythm: 'daily' }).toString(),
  })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${residentOrigin}/reglages#lettre`])
})

test('L-015 where no mail is served, 503 EMAIL_UNAVAILABLE and nobody is made', async () => {
  const { companyId } = await newSiteShop(server)
  const { mail } = server.deps.gateways
  Object.assign(server.deps.gateways, { mail: { ...mail, isServed: false } })
  const who = newVisitor()
  const answer = await follow(who, companyId, { email: newAddress() })
  const without = await follow(newVisitor(), companyId)
  Object.assign(server.deps.gateways, { mail })
  expect([answer.status, answer.code, who.cookies.size]).toEqual([503, 'EMAIL_UNAVAILABLE', 0])
  expect(without.status).toBe(200)
})

test('L-017 a confirmed letter keeps its resident after the last browser; an unconfirmed one does not', async () => {
  const { companyId } = await newSiteShop(server)
  const [{ email }, waiting] = [await confirmed(companyId), newAddress()]
  await follow(newVisitor(), companyId, { email: waiting })
  await run(server.db)`update resident_devices set last_seen_at = app_now() - make_interval(days => 401)`
  await forgetResidentsTask.run(server.deps)
  await run(server.db)`
      update users set alone_since = app_now() - make_interval(days => 2) where alone_since is not null`
  await forgetResidentsTask.run(server.deps)
  const rows = await rowsOf<{ address: string }>(server.db)`
    select address from letters where address in (${email}, ${waiting}) and seen_at is not null`
  expect(rows).toEqual([{ address: email }])
})

test.each([
  'x',
  'x@',
  '@exemple.fr',
  'a b@exemple.fr',
  `${'a'.repeat(250)}@ex.fr`,
  'a@exemple.fr\r\nBcc: b@exemple.fr',
  'a@exemple.fr,b@exemple.fr',
  '<a@exemple.fr>',
  'é@exemple.fr\u0000',
])('L-018 %j is no address: 400 beside the field, nobody is made', async (email) => {
  const { companyId } = await newSiteShop(server)
  const who = newVisitor()
  const { status, error } = await follow(who, companyId, { email })
  expect([status, (error as { fields?: object } | undefined)?.fields]).toEqual([400, { email: 'email_format_error' }])
  expect(who.cookies.size).toBe(0)
  expect((await follow(newVisitor(), companyId, { email: newAddress(), rhythm: 'hourly' })).status).toBe(400)
})
