import type { NoticeChoice, NoticeKind } from '@parvis/domain/notices/notices'
import { testApp } from '@parvis/harness/server/test-app'
import { addMember } from '@parvis/harness/sql/people'
import { newOwner, newPerson, type Owner } from '@parvis/harness/town/people'
import { newResident, siteHeaders } from '@parvis/harness/town/site-visitors'
import { runQuery, transaction } from '@parvis/postgres'
import { describe, expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { changeIdentity, changeSuspension } from '../operator/index.ts'
import { changeMembership } from '../subscription/index.ts'
import { endingSessionsTask, notifyOfFact } from './index.ts'
import { noticesTask } from './send-due.ts'

const server = testApp()

let count = 0
const outboxOf = async (kind: string, to: string) =>
  (await server.client.call('GET /v1/dev/outbox', { query: { kind } })).filter((one) => one.to.includes(to))

/** A shop that is always closed, with an address and a device. */
async function closedShop(name?: string): Promise<Owner & { endpoint: string; email: string }> {
  const owner = await newOwner(server, { membership: 'premium', ...(name && { name }) })
  const email = `fait-${++count}@exemple.fr`
  await run(server.db)`update users set email = ${email} where id = ${owner.userId}`
  await run(server.db)`update companies set cac_active = true where id = ${owner.companyId}`
  await run(server.db)`
    insert into opening_hours (company_id, position, day_type, start_time, end_time, enabled)
    values (${owner.companyId}, 0, 'all_sundays', '03:00', '03:30', true)`
  const endpoint = `https://fcm.googleapis.com/fcm/send/fact-${count}`
  const subscription = { endpoint, keys: { p256dh: 'p', auth: 'a' } }
  await server.client.call('POST /v1/account/devices', { token: owner.token, body: { subscription } })
  return { ...owner, endpoint, email }
}
const choose = ({ token, companyId }: Owner, body: { kind: NoticeKind } & Partial<NoticeChoice>) =>
  server.client.call('PUT /v1/company/:id/notifications', { token, params: { id: companyId }, body })

/** An order of a resident, as its further calls name it. */
async function order(shop: Owner, pickupDateTime = '2027-03-21 03:10') {
  const headers = siteHeaders(await newResident(server, { firstName: 'Zébulon' }))
  const body = { pickupDateTime, orderContent: 'Deux CHOUQUETTES' }
  const params = { id: shop.companyId }
  const { id } = await server.client.call('POST /v1/site/companies/:id/orders', { headers, params, body })
  return { headers, params: { id: String(id) } }
}
const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ')

test('U-087 section 8: withdrawn by the client, the shop is told at once though it is closed, once, by the ways chosen', async () => {
  await server.setClock('2027-03-09T20:00:00+01:00')
  const shop = await closedShop()
  await choose(shop, { kind: 'change', email: true })
  await server.client.call('POST /v1/site/orders/:id/withdraw', await order(shop, '2027-03-11 16:00'))
  await noticesTask.run(server.deps)
  await noticesTask.run(server.deps)
  const pushed = await outboxOf('push', shop.endpoint)
  expect(pushed.map(({ text }) => plain(text).split('\n')[1])).toEqual([
    expect.stringMatching(/^Commande annulée par le client, retrait .+ à 16 h$/),
  ])
  const mails = await outboxOf('email', shop.email)
  expect(mails).toHaveLength(1)
  expect(JSON.stringify([pushed, mails])).not.toMatch(/Zébulon|CHOUQUETTES/)
})

test('U-087 identity decided: a push and a mail to the owner; each switch of « plan » changes what leaves', async () => {
  const [told, silent] = [await closedShop(), await closedShop()]
  await choose(silent, { kind: 'plan', push: false, email: false })
  for (const { companyId } of [told, silent])
    await transaction(server.db, (tx) => changeIdentity(tx, companyId, { decision: 'verified', by: 'test' }))
  await noticesTask.run(server.deps)
  for (const [kind, to] of [
    ['push', told.endpoint],
    ['email', told.email],
  ] as const)
    expect(plain((await outboxOf(kind, to))[0]?.text)).toContain('Votre identité est vérifiée.')
  expect([await outboxOf('push', silent.endpoint), await outboxOf('email', silent.email)]).toEqual([[], []])
})

test('J-024 a date that is full rings in the opening hours, once, by push alone', async () => {
  await server.setClock('2027-03-09T20:00:00+01:00')
  const shop = await closedShop()
  await choose(shop, { kind: 'message', push: true, email: true })
  const fact = { sentence: 'Complet\u00a0: Cours du soir', path: '/instants/7/places' }
  await transaction(server.db, (tx) =>
    notifyOfFact(tx, { companyId: shop.companyId, kind: 'message', event: `filled-${shop.companyId}`, fact }),
  )
  await noticesTask.run(server.deps)
  expect(await outboxOf('push', shop.endpoint)).toEqual([])
  await server.setClock('2027-03-14T03:10:00+01:00')
  await noticesTask.run(server.deps)
  await noticesTask.run(server.deps)
  const pushed = await outboxOf('push', shop.endpoint)
  expect(pushed.map(({ text }) => plain(text).split('\n')[1])).toEqual(['Complet : Cours du soir'])
  expect(JSON.stringify(pushed)).toContain('/instants/7/places')
  expect(await outboxOf('email', shop.email)).toEqual([])
})

test('U-088 U-097 sixty notices that cannot be told hold up no new order: they are put behind, and tried again', async () => {
  await server.setClock('2027-03-14T03:10:00+01:00')
  const shop = await closedShop()
  await run(server.db)`
    insert into notices (key, company_id, user_id, kind, step, object, facts, due_at)
    select 'broken-' || n, ${shop.companyId}, ${shop.userId}, 'message', 'new', 'no-uuid', '{}', app_now() - interval '1 hour'
    from generate_series(1, 60) n`
  await order(shop)
  await noticesTask.run(server.deps)
  await noticesTask.run(server.deps)
  expect(JSON.stringify(await outboxOf('push', shop.endpoint))).toContain('Nouvelle commande')
  const left = sql<{ due: number }>`
    select count(*)::int as due from notices where object = 'no-uuid' and done_at is null and due_at > app_now()`
  expect((await runQuery(server.db, left))[0]?.due).toBe(60)
  await run(server.db)`delete from notices where object = 'no-uuid'`
})

test('U-087 U-D22 terms: by mail alone unless a push is chosen, and told once however often it is said', async () => {
  const shop = await closedShop()
  const say = () =>
    transaction(server.db, (tx) =>
      notifyOfFact(tx, {
        companyId: shop.companyId,
        kind: 'terms',
        event: `terms-2-${shop.companyId}`,
        fact: { sentence: 'Nos conditions changent le 1 mars.', path: '/conditions' },
      }),
    )
  await say()
  await say()
  await noticesTask.run(server.deps)
  expect(await outboxOf('push', shop.endpoint)).toEqual([])
  expect(await outboxOf('email', shop.email)).toHaveLength(1)
})

test('W-103 U-087 suspended: told once, by push without the grounds, by mail with them and how to contest; lifted: nothing', async () => {
  const shop = await closedShop()
  const change = (on: boolean) =>
    transaction(server.db, (tx) =>
      changeSuspension(tx, shop.companyId, { on, reason: 'Contrefaçon signalée', by: 'test' }),
    )
  await change(true)
  await change(true)
  await change(false)
  await noticesTask.run(server.deps)
  const pushed = await outboxOf('push', shop.endpoint)
  expect(pushed.map(({ text }) => text.split('\n')[1])).toEqual(['Votre fiche est suspendue par l’équipe de Parvis.'])
  const mails = await outboxOf('email', shop.email)
  expect(mails.map(({ text }) => plain(text))).toEqual([expect.stringContaining('Motif : Contrefaçon signalée')])
  expect(mails[0]?.text).toContain('Vous pouvez contester cette décision en écrivant à contact@parvis.app')
  expect(JSON.stringify(pushed)).not.toContain('Contrefaçon')
})

test('U-087 section 8: a plan that ended is told; one that is bought or follows another is not', async () => {
  const shop = await closedShop()
  const change = (from: 'freemium' | 'premium' | 'digital', to: typeof from) =>
    transaction(server.db, (tx) => changeMembership(tx, shop.companyId, { from, to, actor: 'test' }))
  await change('freemium', 'digital')
  await change('digital', 'premium')
  await noticesTask.run(server.deps)
  expect(await outboxOf('push', shop.endpoint)).toEqual([])
  await change('premium', 'freemium')
  await noticesTask.run(server.deps)
  for (const [kind, to] of [
    ['push', shop.endpoint],
    ['email', shop.email],
  ] as const)
    expect((await outboxOf(kind, to)).map(({ text }) => text)).toEqual([
      expect.stringContaining('Votre abonnement PREMIUM a pris fin.'),
    ])
  expect(JSON.stringify(await outboxOf('email', shop.email))).toContain('Vos instants restent en ligne.')
  expect(JSON.stringify(await outboxOf('push', shop.endpoint))).not.toContain('Vos instants')
})

test('U-085 three days before a session ends by itself its owner is told, once; after the end nothing', async () => {
  const shop = await closedShop()
  const age = (days: number) => rowsOf(server.db)`
      update sessions set created_at = app_now() - make_interval(days => ${days}), last_seen_at = app_now()
      where user_id = ${shop.userId}`
  await age(86)
  await endingSessionsTask.run(server.deps)
  await noticesTask.run(server.deps)
  expect(await outboxOf('push', shop.endpoint)).toEqual([])
  await age(88)
  await endingSessionsTask.run(server.deps)
  await endingSessionsTask.run(server.deps)
  await noticesTask.run(server.deps)
  const told = await outboxOf('push', shop.endpoint)
  expect(told.map(({ text }) => text.split('\n')[1])).toEqual([expect.stringContaining('se termine dans trois jours')])
  await age(91)
  await transaction(server.db, (tx) => changeIdentity(tx, shop.companyId, { decision: 'verified', by: 'test' }))
  await noticesTask.run(server.deps)
  expect(await outboxOf('push', shop.endpoint)).toHaveLength(1)
})

test('U-085 a session of the team, which lives for hours, is not told that it ends in three days', async () => {
  const shop = await closedShop()
  await run(server.db)`update users set is_super_admin = true where id = ${shop.userId}`
  for (const days of [0, 88]) {
    await run(server.db)`
      update sessions set created_at = app_now() - make_interval(days => ${days}) where user_id = ${shop.userId}`
    await endingSessionsTask.run(server.deps)
    await noticesTask.run(server.deps)
  }
  expect([...(await outboxOf('push', shop.endpoint)), ...(await outboxOf('email', shop.email))]).toEqual([])
})

test('U-085 the person alone is told, once whatever their role and the number of their businesses, and which device it is', async () => {
  const [shop, other] = [await closedShop(), await closedShop()]
  const clerk = await newPerson(server)
  const email = `accueil-${++count}@exemple.fr`
  await run(server.db)`update users set email = ${email} where id = ${clerk.userId}`
  for (const { companyId } of [shop, other]) await addMember(server.db, companyId, clerk.userId, 'counter')
  const endpoint = `https://fcm.googleapis.com/fcm/send/fact-${count}`
  const subscription = { endpoint, keys: { p256dh: 'p', auth: 'a' } }
  const body = { subscription, label: 'Chrome sur Android' }
  await server.client.call('POST /v1/account/devices', { token: clerk.token, body })
  await run(server.db)`update sessions set created_at = app_now() - interval '88 days', last_seen_at = app_now()
    where user_id = ${clerk.userId}`
  await endingSessionsTask.run(server.deps)
  await noticesTask.run(server.deps)
  const ends = 'Votre connexion se termine dans trois jours sur « Chrome sur Android ».'
  expect((await outboxOf('push', endpoint)).map(({ text }) => plain(text))).toEqual([expect.stringContaining(ends)])
  expect((await outboxOf('email', email)).map(({ text }) => plain(text))).toEqual([expect.stringContaining(ends)])
  for (const { endpoint: device, email: address } of [shop, other])
    expect([...(await outboxOf('push', device)), ...(await outboxOf('email', address))]).toEqual([])
})

test('U-077 T08 T16 a name that carries headers, links and controls stays one line of text in the push and in the mail', async () => {
  const hostile = 'Chez\r\nBcc: tout@le-monde.fr\r\n\r\n<img src=https://mal.fr/x>\u202e'
  const shop = await closedShop()
  await run(server.db)`update companies set name = ${hostile} where id = ${shop.companyId}`
  await transaction(server.db, (tx) => changeIdentity(tx, shop.companyId, { decision: 'verified', by: 'test' }))
  await noticesTask.run(server.deps)
  const [mail] = await outboxOf('email', shop.email)
  expect(JSON.stringify(mail)).not.toMatch(/Bcc|mal\.fr|<img/)
  expect(await outboxOf('push', shop.endpoint)).toHaveLength(1)
})

describe('U-098 W-072 where browsers are not served and no mail leaves', () => {
  const production = testApp({
    NODE_ENV: 'production',
    PUSH_PROVIDER: 'embedded',
    PUBLIC_URL: 'https://pro.exemple.fr',
    SECRET_KEY: '5f'.repeat(32),
    ALLOW_EMBEDDED_PROVIDERS: '1',
  })
  test('U-098 the configuration says so: no key, no mail', async () => {
    const { webPushKey, email } = await production.client.call('GET /v1/configuration', {})
    expect([webPushKey, email]).toEqual([null, false])
  })
})
