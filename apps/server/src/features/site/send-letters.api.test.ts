import { instantOfParis } from '@parvis/domain/kernel/paris-time'
import { startFakeRelay } from '@parvis/harness/fakes/fake-smtp'
import { testApp } from '@parvis/harness/server/test-app'
import { cutAt } from '@parvis/harness/sql/cut'
import { bookingCalls } from '@parvis/harness/town/bookings'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import type { Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop, newVisitor, residentHost, siteCalls } from '@parvis/harness/town/site-visitors'
import { Temporal } from 'temporal-polyfill'
import { expect, test, vi } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { createSmtpMail } from '../../gateways/mail/smtp-mail.ts'
import { orderTasks } from '../orders/index.ts'
import { lettersTask, silentLettersTask } from './residents/send-letters.ts'

const server = testApp()
const { follow, get, put } = siteCalls(server)
const { post } = conversationCalls(server)
const { newInstant } = instantCalls(server)
const { book, desk, save } = bookingCalls(server)
const { changeState } = scheduleCalls(server)

/** Each test uses a month of its own; the 10th of January 2029 is a Wednesday. */
let month = 0
const dayOf = (days = 0) =>
  Temporal.PlainDate.from(`2029-${String(month).padStart(2, '0')}-10`)
    .add({ days })
    .toString()
const at = (time: string, days = 0) =>
  server.setClock(instantOfParis(Temporal.PlainDateTime.from(`${dayOf(days)}T${time}`)).toString())
const noon = async () => {
  month += 1
  await at('12:00')
}
/** Days from the 10th of the month to its next Wednesday. */
const wednesday = () => (10 - Temporal.PlainDate.from(dayOf()).dayOfWeek) % 7

type Sent = { text: string; payload: { subject: string; html: string; headers: Record<string, string> } }
/** Does what is due now; the letters to that address, oldest first, without the confirmation. */
async function lettersTo(email: string): Promise<Sent[]> {
  await Promise.all([lettersTask.run(server.deps), lettersTask.run(server.deps)])
  await server.runJobs()
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'email', to: email } })
  return (data as Sent[]).toReversed().filter(({ payload }) => payload.subject !== 'Confirmez votre adresse')
}

let count = 0
async function reader(senders: readonly Owner[], rhythm = 'daily') {
  const who = newVisitor()
  const email = `lecteur-${++count}@exemple.fr`
  for (const { companyId } of senders) expect((await follow(who, companyId, { email, rhythm })).status).toBe(200)
  await server.runJobs()
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'email', to: email } })
  const url = /\/v1\/email\/confirm\?\S+/.exec((data as Sent[])[0]?.text ?? '')?.[0] ?? ''
  expect((await server.app.inject({ method: 'POST', url, headers: { host: residentHost } })).statusCode).toBe(200)
  return { who, email }
}
const association = () => newSiteShop(server, { type: 'association' })
const publish = (owner: Owner, title: string, on = dayOf(9)) => newInstant(owner, { title }, [fixedTime(on)])
const tell = async (owner: Owner, message: string) => {
  expect((await post(owner, `/v1/company/${owner.companyId}/broadcast`, { message })).status).toBe(200)
}

test('L-005 L-006 L-009 daily at the hour of the summary: what is new, once, with its date, links to one host; nothing new, no letter', async () => {
  await noon()
  const owner = await association()
  await publish(owner, 'Déjà avant')
  const { email } = await reader([owner])
  await at('12:10')
  await publish(owner, 'Fête <b>http://espion.example/x.png</b> & jeux')
  await tell(owner, 'Le four est réparé.')
  await at('17:59:30')
  expect(await lettersTo(email)).toEqual([])
  await at('18:00:20')
  await lettersTo(email)
  const [letter, ...more] = await lettersTo(email)
  expect(more).toEqual([])
  expect(letter?.payload.subject).toBe('2 nouvelles de vos abonnements')
  expect(letter?.text).toContain('Le four est réparé.')
  expect(letter?.text).not.toContain('Déjà avant')
  expect(letter?.text).toMatch(/Vous l’avez demandée le 10 janvier\./)
  expect(letter?.text).toMatch(/vendredi 19 janvier, 10\sh/)
  const hosts = [...JSON.stringify(letter).matchAll(/https?:\/\/([^/\s"\\<]+)/g)].map(([, host]) => host)
  expect(new Set(hosts)).toEqual(new Set([residentHost]))
  expect(letter?.payload.headers).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(new RegExp(`^<https?://${residentHost}/v1/email/unsubscribe`)),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  await at('18:00:20', 1)
  expect(await lettersTo(email)).toHaveLength(1)
  await at('12:00', 2)
  await publish(owner, 'Brocante')
  await at('18:00:20', 2)
  const [, second] = await lettersTo(email)
  expect(second?.payload.subject).toBe('1 nouvelle de vos abonnements')
  expect(second?.text).toContain('Brocante')
})

test('L-006 the letter lists the dates to come of what one booked, and none that is cancelled', async () => {
  await noon()
  const owner = await association()
  const { who, email } = await reader([owner])
  const [kept, gone] = [await publish(owner, 'Atelier gardé'), await publish(owner, 'Atelier annulé')]
  for (const id of [kept, gone]) {
    await save({ id, owner }, { capacity: 5 })
    const { date = '' } = (await desk({ id, owner })).dates[0] ?? {}
    expect((await book(who, { id, owner, date })).status).toBe(200)
  }
  expect((await changeState(owner, gone, { state: 'cancelled' })).status).toBe(200)
  await at('18:00:20')
  const text = (await lettersTo(email)).map((sent) => sent.text).find((sent) => sent.includes('Vos places')) ?? ''
  const toCome = text.split('Vos places')[1]
  expect([toCome?.includes('Atelier gardé'), toCome?.includes('Atelier annulé')]).toEqual([true, false])
})

test('L-005 weekly on Thursday only; never in a pause; what is cancelled meanwhile is dropped', async () => {
  await noon()
  const owner = await association()
  const start = wednesday()
  await at('12:00', start)
  const { who, email } = await reader([owner], 'weekly')
  await at('12:10', start)
  const gone = await publish(owner, 'Annulée', dayOf(20))
  await publish(owner, 'Kermesse', dayOf(20))
  await run(server.db)`update instants set event_state = 'cancelled' where id = ${gone}`
  await at('18:00:20', start)
  expect(await lettersTo(email)).toEqual([])
  await put(who, '/settings', { pausedUntil: dayOf(start + 2) })
  await at('18:00:20', start + 1)
  expect(await lettersTo(email)).toEqual([])
  await at('18:00:20', start + 8)
  const [letter] = await lettersTo(email)
  expect([letter?.text.includes('Kermesse'), letter?.text.includes('Annulée')]).toEqual([true, false])
})

test('L-007 one letter for all devices of a mailbox, each news once', async () => {
  await noon()
  const owner = await association()
  const { email } = await reader([owner])
  const other = newVisitor()
  await follow(other, owner.companyId, { email, rhythm: 'daily' })
  await run(server.db)`
      update letters set confirmed_at = app_now(), sent_until = app_now() where address = ${email} and confirmed_at is null`
  await at('12:10')
  await tell(owner, 'Une pour deux')
  await at('18:00:20')
  const letters = await lettersTo(email)
  expect(letters.map(({ payload }) => payload.subject)).toEqual(['1 nouvelle de vos abonnements'])
})

test('L-013 cut at each table in turn, nothing is lost and one letter leaves', async () => {
  await noon()
  const owner = await association()
  const { email } = await reader([owner])
  await at('12:10')
  await tell(owner, 'Une nouvelle')
  await at('18:00:20')
  for (let kill = 0; kill < 20; kill++) {
    const [when, what] = [kill % 2 ? 'before' : 'after', kill % 4 < 2 ? 'each statement' : 'each row']
    await cutAt(server.ownerDb, sql`${sql.raw(when)} update on letters for ${sql.raw(what)}`, async () => {
      await expect(lettersTask.run(server.deps)).rejects.toThrow()
    })
  }
  expect(await lettersTo(email)).toHaveLength(1)
})

test('L-013 550: refused, said to its resident, nothing more; 421 and silence: the same Message-ID later', async () => {
  await noon()
  const owner = await association()
  const { who, email } = await reader([owner])
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
    { log: { info: () => undefined, warn: () => undefined }, userAgent: 'test', timeoutMs: 1_000 },
  )
  const deps = { ...server.deps, gateways: { ...server.deps.gateways, mail }, report: () => undefined }
  const { sendMail } = await import('../notices/index.ts')
  const [row] = await rowsOf<{ hash: Buffer }>(server.db)`
      select address_hash as hash from letters where address = ${email}`
  const mailbox = row?.hash.toString('base64url') ?? ''
  const order = { key: 'l', to: { mailbox }, letter: { subject: 'S', paragraphs: ['P'] } }
  relay.reply({ BODY: 'cut' })
  await expect(sendMail.run(deps, order)).rejects.toThrow()
  relay.reply({ CONNECT: '421 Later' })
  await expect(sendMail.run(deps, order)).rejects.toThrow()
  relay.reply({})
  await sendMail.run(deps, order)
  expect(relay.mails).toHaveLength(1)
  relay.reply({ RCPT: '550 5.1.1 Unknown' })
  await sendMail.run(deps, order)
  relay.reply({})
  await sendMail.run(deps, order)
  expect(relay.mails).toHaveLength(1)
  expect((await get<{ letter: object }>(who, '/me')).data.letter).toMatchObject({ state: 'refused' })
})

test('L-017 after 36 months without visit or click one mail asks; a click keeps the letter, 30 days of silence end it', async () => {
  await noon()
  const owner = await association()
  const [keeps, silent] = [await reader([owner]), await reader([owner])]
  const years = (n: number, days = 0) =>
    server.setClock(new Date(Date.UTC(2029, month - 1, 10, 12) + (n * 365.25 + days) * 86_400_000).toISOString())
  const asked = async (email: string) => {
    await silentLettersTask.run(server.deps)
    await server.runJobs()
    const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'email', to: email } })
    return (data as Sent[]).filter(({ payload }) => payload.subject.startsWith('Voulez-vous encore'))
  }
  await years(2.9)
  expect(await asked(keeps.email)).toEqual([])
  await years(3.1)
  expect(await asked(silent.email)).toHaveLength(1)
  const [mail] = await asked(keeps.email)
  const url = /\/v1\/email\/confirm\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect((await server.app.inject({ method: 'POST', url, headers: { host: residentHost } })).statusCode).toBe(200)
  await years(3.1, 31)
  await asked(keeps.email)
  const rows = await rowsOf<{ address: string }>(server.db)`
    select address from letters where address in (${keeps.email}, ${silent.email})`
  expect(rows).toEqual([{ address: keeps.email }])
})

test('L-010 L-012 a decision about an order comes by mail at once where no push reaches; who asked for no letter gets none', async () => {
  await noon()
  const owner = await newSiteShop(server, { membership: 'digital' })
  await run(server.db)`update companies set cac_active = true where id = ${owner.companyId}`
  const { who, email } = await reader([owner])
  const ordered = { pickupDateTime: `${dayOf(2)}T18:30:00`, orderContent: 'Un flan secret', firstName: 'Zoé' }
  const { data, status } = await siteCalls(server).post<{ id: number }>(
    who,
    `/companies/${owner.companyId}/orders`,
    ordered,
  )
  expect(status).toBe(200)
  const decided = { pickupDateTime: `${dayOf(2)} 18:30`, orderContent: 'Un flan secret', total: '4,50' }
  expect((await post(owner, `/v1/clickAndCollect/order/${data.id}/validate`, decided)).status).toBe(200)
  const [mail, ...more] = await lettersTo(email)
  expect([mail?.payload.subject, more]).toEqual([expect.stringMatching(/vous a répondu\.$/), []])
  expect(mail?.text).toContain(`/mes-commandes/${data.id}`)
  expect(mail?.text).not.toMatch(/flan|Zoé/)
})

test('L-010 W-094 Q-015 the reminder of an order comes by mail an hour before, once, where no push reaches', async () => {
  await noon()
  const owner = await newSiteShop(server, { membership: 'digital' })
  await run(server.db)`update companies set cac_active = true where id = ${owner.companyId}`
  const { who, email } = await reader([owner])
  const ordered = { pickupDateTime: `${dayOf(2)}T18:30:00`, orderContent: 'Un flan secret', firstName: 'Zoé' }
  const { data } = await siteCalls(server).post<{ id: number }>(who, `/companies/${owner.companyId}/orders`, ordered)
  const decided = { pickupDateTime: `${dayOf(2)} 18:30`, orderContent: 'Un flan secret', total: '4,50' }
  expect((await post(owner, `/v1/clickAndCollect/order/${data.id}/validate`, decided)).status).toBe(200)
  await lettersTo(email)
  await at('17:30:30', 2)
  const remind = async () => await orderTasks.find(({ name }) => name === 'remind-residents')?.run(server.deps)
  await Promise.all([remind(), remind()])
  const [, mail, ...more] = await lettersTo(email)
  expect([mail?.payload.subject, more]).toEqual([expect.stringMatching(/^Votre commande vous attend chez /), []])
  expect(mail?.text).toContain(`/mes-commandes/${data.id}`)
  expect(mail?.text).not.toMatch(/flan|Zoé/)
})

test('L-010 a device that is gone is no device: the decision comes by mail, and nothing twice', async () => {
  await noon()
  const owner = await newSiteShop(server, { membership: 'digital' })
  await run(server.db)`update companies set cac_active = true where id = ${owner.companyId}`
  const { who, email } = await reader([owner])
  await siteCalls(server).subscribe(who)
  const ordered = { pickupDateTime: `${dayOf(2)}T18:30:00`, orderContent: 'Un flan', firstName: 'Zoé' }
  const { data } = await siteCalls(server).post<{ id: number }>(who, `/companies/${owner.companyId}/orders`, ordered)
  const sending = vi.spyOn(server.deps.gateways.push, 'send')
  sending.mockImplementation(async (batch) => batch.map(() => 'expired'))
  const decided = { pickupDateTime: `${dayOf(2)} 18:30`, orderContent: 'Un flan', total: '4,50' }
  expect((await post(owner, `/v1/clickAndCollect/order/${data.id}/validate`, decided)).status).toBe(200)
  await server.runJobs()
  expect(sending).toHaveBeenCalledOnce()
  sending.mockRestore()
  expect((await lettersTo(email)).map(({ payload }) => payload.subject)).toEqual([
    expect.stringMatching(/vous a répondu\.$/),
  ])
})
