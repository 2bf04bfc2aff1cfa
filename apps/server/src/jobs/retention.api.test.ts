import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { buy } from '@parvis/harness/town/payments'
import { newOwner, type Person } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { audit } from '../audit.queries.ts'
import { rowOf, rowsOf, run } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { periodicTasks } from '../work.ts'

const server = testApp()
const { open, post } = conversationCalls(server)

/** Noon in Paris, months and days from now: periodic tasks that tell people do so by day. */
async function at({ months = 0, days = 0 }): Promise<void> {
  const date = new Date()
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(date.getUTCDate() + days)
  date.setUTCHours(11, 0, 0, 0)
  await server.setClock(date.toISOString())
}

const ofRetention = ['forget-old-rows', 'forget-conversations', 'unused-accounts', 'erase-accounts']

async function runTasks(): Promise<void> {
  for (const { name, run } of periodicTasks) if (ofRetention.includes(name)) await run(server.deps)
  await server.runJobs()
}

const count = async (table: string, where: ReturnType<typeof sql>) =>
  (await rowsOf<{ n: number }>(server.db)`select count(*)::int as n from ${sql.identifier(table)} where ${where}`)[0]?.n

test('W-111 F18 a conversation untouched for 24 months goes; of its ended order the day, the state and the total stay, and nothing else (Q-041)', async () => {
  const shop = await newOwner(server, { membership: 'premium' })
  await run(server.db)`update companies set cac_active = true where id = ${shop.companyId}`
  const [quiet, busy] = [await newResident(server), await newResident(server)]
  const pickupDateTime = new Date(Date.now() + 14 * 86_400_000).toISOString()
  const order = { pickupDateTime, orderContent: 'Un gâteau' }
  const { id } = dataOf<{ id: number }>(await post(quiet, `/v1/site/companies/${shop.companyId}/orders`, order))
  await post(shop, `/v1/clickAndCollect/order/${id}/validate`, { ...order, total: '18,00' })
  await run(server.db)`
    update orders set state = 'collected', note = 'Sans noix', max_total_cents = 2500, picture = 'gateau.jpg'
    where orders.id = ${id}`
  await run(server.db)`
    insert into stored_files (name, kind, width, height, bytes, kept_at)
    values ('gateau.jpg', 'private', 1, 1, 1, ${new Date()})`
  const kept = await open(busy, shop)
  const ofShop = sql`company_id = ${shop.companyId}::uuid`

  await at({ months: 23 })
  await run(server.db)`update discussions set updated_at = app_now() where id = ${kept}`
  await runTasks()
  expect(await count('discussions', ofShop)).toBe(2)
  await at({ months: 24, days: 2 })
  await runTasks()
  expect(await count('discussions', ofShop)).toBe(1)
  const left = await rowOf<{ pickup_at: Date }>(server.db)`select * from orders where orders.id = ${id}`
  expect(left).toMatchObject({
    state: 'collected',
    total_cents: 1800,
    content: '',
    final_content: null,
    discussion_id: null,
    note: '',
    max_total_cents: null,
    picture: null,
  })
  expect(await count('stored_files', sql`name = 'gateau.jpg' and dropped_at is not null`)).toBe(1)
  expect(await count('order_events', sql`order_id = ${id}`)).toBe(0)
  expect(left?.pickup_at).toBeInstanceOf(Date)
})

test('F18 T34 audit lines go after a year, by this periodic task alone', async () => {
  await audit(server.db, { actor: 'user:1', action: 'test.old', object: 'test:1' })
  await at({ months: 11 })
  await audit(server.db, { actor: 'user:1', action: 'test.young', object: 'test:1' })
  await runTasks()
  expect(await count('audit_log', sql`action like 'test.%'`)).toBe(2)
  await at({ months: 12, days: 2 })
  await expect(rowsOf(server.db)`delete from audit_log`).rejects.toThrow('permission denied')
  await expect(rowsOf(server.ownerDb)`delete from audit_log`).rejects.toThrow('append-only')
  await runTasks()
  expect(await count('audit_log', sql`action like 'test.%'`)).toBe(1)
})

test('F18 phones that never came, and counts of views of long ago, are forgotten; a blocked one is not', async () => {
  const owner = await newOwner(server)
  const [stranger, blocked] = [newPhone(), newPhone()]
  await run(server.db)`
    insert into sign_in_phones (phone, blocked) values (${stranger}, false), (${owner.phone}, false), (${blocked}, true)`
  const views = { company_id: owner.companyId, instant_id: 0, views: 3 }
  await run(server.db)`insert into view_counts (company_id, day, views) values (${views.company_id}, current_date, 3)`
  const phones = () => count('sign_in_phones', sql`phone in (${stranger}, ${owner.phone}, ${blocked})`)
  await at({ days: 29 })
  await runTasks()
  expect(await phones()).toBe(3)
  await at({ days: 32 })
  await runTasks()
  expect(await phones()).toBe(2)
  expect(await count('view_counts', sql`company_id = ${owner.companyId}::uuid`)).toBe(1)
  await at({ months: 26 })
  await runTasks()
  expect(await count('view_counts', sql`company_id = ${owner.companyId}::uuid`)).toBe(0)
})

const told = ({ phone }: Person) => count('outbox', sql`recipient = ${phone} and text like '%plus servi%'`)
const exists = async ({ userId }: Person) => (await count('users', sql`id = ${userId}`)) === 1

test('U-110 F18 an account unused for three years is told twice, then erased; who pays or comes back stays', async () => {
  const [gone, back, payer] = [await newOwner(server), await newOwner(server), await newOwner(server)]
  await buy(server, payer)
  await at({ months: 33 })
  await runTasks()
  expect([await told(gone), await told(back)]).toEqual([0, 0])
  await at({ months: 36, days: -50 })
  await runTasks()
  await runTasks()
  expect([await told(gone), await told(back), await told(payer)]).toEqual([1, 1, 0])
  await run(server.db)`update users set last_used_at = app_now(), leave_warnings = 0 where id = ${back.userId}`

  await at({ months: 36, days: -3 })
  await runTasks()
  expect([await told(gone), await told(back)]).toEqual([2, 1])
  await at({ months: 36, days: 14 })
  await runTasks()
  await at({ months: 36, days: 40 })
  await runTasks()
  expect([await exists(gone), await exists(back)]).toEqual([true, true])
  await at({ months: 36, days: 46 })
  await runTasks()
  expect([await exists(gone), await exists(back), await exists(payer)]).toEqual([false, true, true])
})

test('U-110 F12 the warning of an unused account is tried for more than an hour', async () => {
  const gone = await newOwner(server)
  await at({ months: 33 })
  await runTasks()
  await at({ months: 36, days: -50 })
  await periodicTasks.find(({ name }) => name === 'unused-accounts')?.run(server.deps)
  const warning = await rowOf(server.db)`
    select jobs.max_attempts as tries from jobs where jobs.payload ->> 'userId' = ${String(gone.userId)}`
  expect(warning).toEqual({ tries: 9 })
  await server.runJobs()
})

test('U-110 the account of a business whose number is another person’s now is told by mail, then erased with it', async () => {
  const gone = await newOwner(server)
  await run(server.db)`update users set phone = null, email = 'sans-numero@exemple.fr' where id = ${gone.userId}`
  const mails = () =>
    count('outbox', sql`recipient = 'sans-numero@exemple.fr' and text like '%plus servi%reconnectez-vous avant%'`)
  await at({ months: 36, days: -50 })
  await runTasks()
  expect(await mails()).toBe(1)
  await at({ months: 36, days: -3 })
  await runTasks()
  expect(await mails()).toBe(2)
  await at({ months: 36, days: 14 })
  await runTasks()
  await at({ months: 36, days: 46 })
  await runTasks()
  expect([await exists(gone), await count('companies', sql`id = ${gone.companyId}::uuid`)]).toEqual([false, 0])
})

test('F12 F18 an account that cannot be erased holds up no other, and the task has failed with its number', async () => {
  const [broken, other] = [await newOwner(server), await newOwner(server)]
  for (const { token } of [broken, other]) await server.client.call('DELETE /v1/account', { token })
  await run(server.ownerDb)`
      create function refuse_erasing() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`
  await run(server.ownerDb)`create trigger refuse_erasing before update or delete on users for each row
    when (old.id = ${sql.literal(broken.userId)}) execute function refuse_erasing()`
  await at({ days: 31 })
  await expect(runTasks()).rejects.toThrow(`failed: ${broken.userId}`)
  expect([await exists(broken), await exists(other)]).toEqual([true, false])
  await run(server.ownerDb)`drop function refuse_erasing cascade`
  await runTasks()
  expect(await exists(broken)).toBe(false)
})
