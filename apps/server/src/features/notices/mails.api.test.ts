import { type FakeRelay, startFakeRelay } from '@parvis/harness/fakes/fake-smtp'
import { testApp } from '@parvis/harness/server/test-app'
import { saveEmail } from '@parvis/harness/sql/people'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { transaction } from '@parvis/postgres'
import { expect, test, vi } from 'vitest'
import { numberOf, run } from '../../db/database.ts'
import { createSmtpMail } from '../../gateways/mail/smtp-mail.ts'
import { forgetOldRows } from '../../jobs/forget-old-rows.queries.ts'
import { enqueue } from '../../jobs/job.ts'
import { startJobs } from '../../jobs/start-jobs.ts'
import { digestTask } from './digest.ts'
import { keepRefusedAddress } from './mail.queries.ts'
import { enqueueMail, sendMail } from './send-mail.ts'

const server = testApp()
type Sent = { to: string; text: string; payload: { subject: string; html: string; headers: Record<string, string> } }
const mailsTo = async (to: string): Promise<Sent[]> =>
  (await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'email', to } })).data as Sent[]

let count = 0
async function ownerWithMail(): Promise<Owner & { email: string }> {
  const owner = await newOwner(server, { type: 'association' })
  const email = `pro-${++count}@exemple.fr`
  await saveEmail(server.db, owner.userId, email)
  return { ...owner, email }
}

const day = '2027-03-09'
const at = (time: string, on = day) => server.setClock(`${on}T${time}+01:00`)

/** A resident who wrote at 20:00 on the day before. */
async function written(owner: Owner) {
  await at('20:00:05', '2027-03-08')
  await run(server.db)`update sessions set created_at = app_now(), last_seen_at = app_now() - interval '4 hours'`
  await run(server.db)`update users set last_used_at = app_now() - interval '4 hours' where id = ${owner.userId}`
  const resident = await newResident(server, { firstName: 'Julie', lastName: 'Zygomatique' })
  await conversationCalls(server).open(resident, owner, 'Un LAMANTIN est-il passé ?')
  return resident
}

async function digest() {
  await digestTask.run(server.deps)
  await server.runJobs()
}

test('U-096 something waits and nobody opened the portal: one mail at 7:30, with numbers only, once a day', async () => {
  const owner = await ownerWithMail()
  const calm = await ownerWithMail()
  await written(owner)
  await at('07:29:50')
  await digest()
  expect(await mailsTo(owner.email)).toEqual([])
  await at('07:30:01')
  await Promise.all([digestTask.run(server.deps), digestTask.run(server.deps)])
  await server.runJobs()
  await digest()
  const [mail, ...more] = await mailsTo(owner.email)
  expect(more).toEqual([])
  expect(await mailsTo(calm.email)).toEqual([])
  expect(mail?.payload.subject).toBe('Parvis Pro\u00a0: 1 conversation non lue')
  expect(JSON.stringify(mail)).not.toMatch(/Julie|Zygomatique|LAMANTIN/)
  expect(mail?.payload.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  // U-077, U-099: one host in links, nothing remote, the legal pages at the foot.
  const links = [...(mail?.payload.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url ?? '')
  expect(new Set(links.map((url) => new URL(url).origin))).toEqual(new Set([server.deps.config.publicUrl]))
  for (const path of ['/mentions-legales', '/conditions', '/confidentialite', '/accessibilite', '/signaler'])
    expect(links).toContain(`${server.deps.config.publicUrl}${path}`)
  expect(mail?.payload.html).not.toMatch(/<img|<link|url\(/)
  expect(mail?.text).toContain('Cette adresse n’est pas la mienne')
})

test.each(['stays', 'signs out'])(
  'U-096 nothing new since the portal was opened by who then %s: no digest',
  async (how) => {
    const owner = await ownerWithMail()
    await written(owner)
    await at('21:00:00', '2027-03-08')
    await server.client.answer('GET /v1/authentication/session', { token: owner.token })
    if (how === 'signs out') await server.client.call('POST /v1/authentication/logout', { token: owner.token })
    await at('07:31:00')
    await digest()
    expect(await mailsTo(owner.email)).toEqual([])
  },
)

const linkIn = (text: string, use: string) =>
  new RegExp(`https?://[^/\\s]+(/v1/email/${use}\\?\\S+)`).exec(text)?.[1] ?? ''

test('U-096 one click ends the digest without signing in: reading the page does not, the mailbox’s POST does', async () => {
  const owner = await ownerWithMail()
  await written(owner)
  await at('07:31:00')
  await digest()
  const link = linkIn((await mailsTo(owner.email))[0]?.text ?? '', 'unsubscribe')
  const page = await server.app.inject({ method: 'GET', url: link })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.payload).toContain('Ne plus recevoir le résumé du matin')
  await written(owner)
  await at('07:31:00', '2027-03-10')
  await digest()
  expect(await mailsTo(owner.email)).toHaveLength(2)

  const oneClick = {
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  } as const
  expect((await server.app.inject({ ...oneClick, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200)
  const done = await server.app.inject({ ...oneClick, payload: 'page=1' })
  expect(done.payload).toContain('C’est fait')
  expect(page.payload + done.payload, 'no line begins with a sign').not.toMatch(/ [:»]|« /)
  await written(owner)
  await at('07:31:00', '2027-03-11')
  await digest()
  expect(await mailsTo(owner.email)).toHaveLength(2)
})

test('U-096 U-077 an address that is not theirs: one click stops every mail to it, until another is given', async () => {
  const owner = await ownerWithMail()
  const letter = { subject: 'Conditions', paragraphs: ['Elles changent.'] }
  const send = async (key: string) => {
    await transaction(server.db, (tx) => enqueueMail(tx, { key, to: { userId: owner.userId }, letter }))
    await server.runJobs()
  }
  await send('terms-1')
  const link = linkIn((await mailsTo(owner.email))[0]?.text ?? '', 'not-mine')
  expect((await server.app.inject({ method: 'GET', url: link })).payload).toContain(
    'Parvis n’écrira plus à cette adresse',
  )
  const confirmed = await server.app.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'page=1',
  })
  expect([confirmed.statusCode, confirmed.payload.includes('C’est fait')]).toEqual([200, true])
  await send('terms-2')
  expect(await mailsTo(owner.email)).toHaveLength(1)
  await saveEmail(server.db, owner.userId, 'autre@exemple.fr')
  await send('terms-3')
  expect(await mailsTo('autre@exemple.fr')).toHaveLength(1)
  const forged = link.replace(/ticket=.{4}/, 'ticket=AAAA')
  for (const url of [forged, '/v1/email/not-mine', '/v1/email/unsubscribe?ticket=7.x'])
    for (const method of ['GET', 'POST'] as const)
      expect((await server.app.inject({ method, url })).statusCode).toBe(404)
})

async function withRelay(run: (relay: FakeRelay, deps: typeof server.deps) => Promise<void>) {
  await using relay = await startFakeRelay()
  const settings = {
    provider: 'smtp',
    host: '127.0.0.1',
    port: relay.port,
    implicitTls: false,
    tlsRequired: false,
  } as const
  const mail = createSmtpMail(
    { ...settings, auth: undefined, from: 'bonjour@parvis.example', replyTo: undefined, dkim: undefined },
    { log: { info: () => undefined, warn: () => undefined }, userAgent: 'test', timeoutMs: 5_000 },
  )
  const reports: object[] = []
  await run(relay, {
    ...server.deps,
    gateways: { ...server.deps.gateways, mail },
    report: (details) => reports.push(details),
  })
  return reports
}

test('U-076 U-077 a 550 ends the job and is reported, a 421 is tried again, under the same Message-ID after a kill', async () => {
  const order = { key: 'k', to: { address: 'qui@exemple.fr' }, letter: { subject: 'S', paragraphs: ['P'] } }
  const reports = await withRelay(async (relay, deps) => {
    relay.reply({ RCPT: '550 5.1.1 Unknown qui@exemple.fr' })
    await sendMail.run(deps, order)
    relay.reply({ CONNECT: '421 Later' })
    await expect(sendMail.run(deps, order)).rejects.toMatchObject({ kind: 'unavailable' })
    relay.reply({})
    await sendMail.run(deps, order)
    // Killed before the job was ended: it runs again.
    await sendMail.run(deps, order)
    const ids = relay.mails.map(({ text }) => /^Message-ID: (.*)\r$/m.exec(text)?.[1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
  expect(reports).toEqual([{ mail: 'k', reason: expect.not.stringContaining('@') }])
})

test('U-076 U-103 a hundred and fifty mails leave within seconds, and another job meanwhile', {
  timeout: 60_000,
}, async () => {
  const owner = await ownerWithMail()
  let others = 0
  const other = {
    name: 'other',
    run: async () => {
      others++
    },
  }
  await using owned = new AsyncDisposableStack()
  const work = { jobs: [sendMail, other], periodicTasks: [] }
  const worker = startJobs(server.deps, work)
  owned.defer(() => worker.stop())
  const letter = { subject: 'Conditions', paragraphs: ['Elles changent.'] }
  const began = performance.now()
  await transaction(server.db, async (tx) => {
    for (let n = 0; n < 150; n++) await enqueueMail(tx, { key: `bulk-${n}`, to: { userId: owner.userId }, letter })
    await enqueue(tx, 'other', {})
  })
  await vi.waitFor(() => expect(others).toBe(1), 5_000)
  await vi.waitFor(async () => expect(await mailsTo(owner.email)).toHaveLength(150), { timeout: 20_000, interval: 200 })
  // One after the other, as the next one was found by the poll, they took two and a half minutes.
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('U-096 U-110 the hash of an address that refused our mails is forgotten after three years', async () => {
  await server.setClock(null)
  const count = async () => await numberOf(server.db)`select count(*)::int from refused_addresses`
  await transaction(server.db, (tx) => keepRefusedAddress(tx, Buffer.alloc(32, 1)))
  const years = (n: number) => server.setClock(new Date(Date.now() + n * 365.25 * 86_400_000).toISOString())
  await years(2.9)
  await forgetOldRows(server.db)
  expect(await count()).toBeGreaterThan(0)
  await years(3.1)
  await forgetOldRows(server.db)
  expect(await count()).toBe(0)
  await server.setClock(null)
})
