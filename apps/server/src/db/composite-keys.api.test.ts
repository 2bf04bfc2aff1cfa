import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { instantCalls } from '@parvis/harness/town/instants'
import { buy } from '@parvis/harness/town/payments'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { runQuery } from '@parvis/postgres'
import { beforeAll, expect, test } from 'vitest'
import { inserted, rowsOf, run } from './database.ts'
import { sql } from './sql.ts'

const server = testApp()

/** PostgreSQL: a foreign key does not hold. */
const foreignKey = { code: '23503' }

let a: Owner
let b: Owner

beforeAll(async () => {
  a = await newOwner(server)
  b = await newOwner(server)
})

test('T06 the database refuses a time of another company than its instant’s', async () => {
  const id = await instantCalls(server).newInstant(b)
  const moved = rowsOf(server.db)`
    update instant_times set company_id = ${a.companyId} where instant_times.instant_id = ${id}`
  await expect(moved).rejects.toMatchObject(foreignKey)
  const copied = sql`
    insert into instant_times (instant_id, company_id, zip_code, days, start_minutes, length_minutes, enabled, wanted)
    values (${id}, ${a.companyId}, '92110', '{1}', 600, 120, true, true)`
  await expect(runQuery(server.db, copied)).rejects.toMatchObject(foreignKey)
  // The instant itself cannot leave its times behind either.
  const left = rowsOf(server.db)`update instants set company_id = ${a.companyId} where instants.id = ${id}`
  await expect(left).rejects.toMatchObject(foreignKey)
})

test('T06 the database refuses a subscription of another company than its payment’s', async () => {
  await buy(server, b)
  const moved = rowsOf(server.db)`
    update subscriptions set company_id = ${a.companyId} where subscriptions.company_id = ${b.companyId}`
  await expect(moved).rejects.toMatchObject(foreignKey)
})

test('T06 the database refuses a message that places the order of another conversation', async () => {
  const { open, post } = conversationCalls(server)
  const [resident, other] = [await newResident(server), await newResident(server)]
  await run(server.db)`
    update companies set cac_active = true, membership = 'premium' where companies.id = ${b.companyId}`
  const ordering = { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains' }
  const { id } = dataOf<{ id: number }>(await post(resident, `/v1/site/companies/${b.companyId}/orders`, ordering))
  await run(server.db)`update messages set order_id = null where order_id = ${id}`

  const said = { discussion_id: await open(other, b), from_company: false, text: 'Bonjour', image: null, order_id: id }
  await expect(rowsOf(server.db)`insert into messages ${inserted(said)}`).rejects.toMatchObject(foreignKey)
})

test('T06 whatever repeats the company of its parent is held to it by a key over both', async () => {
  const rows = await rowsOf<{ held: string; pair: boolean }>(server.db)`
    select keys.conrelid::regclass || ' → ' || keys.confrelid::regclass as held,
      child.attnum = any (keys.conkey) and parent.attnum = any (keys.confkey) as pair
    from pg_constraint keys
    join pg_attribute child on child.attrelid = keys.conrelid and child.attname = 'company_id'
    join pg_attribute parent on parent.attrelid = keys.confrelid and parent.attname = 'company_id'
    /* Acts and alerts are the commune's: they outlive their company, and are found by the town hall's own town. An event of a
       calendar outlives its instant, whose id alone is then set to null. */
    where keys.contype = 'f' and keys.conparentid = 0
      and keys.conrelid not in ('acts'::regclass, 'alerts'::regclass)
      and (keys.conrelid, keys.confrelid) <> ('calendar_events'::regclass, 'instants'::regclass) order by 1`
  expect(rows).toEqual([
    { held: 'calendar_events → calendars', pair: true },
    { held: 'holiday_answers → hour_exceptions', pair: true },
    { held: 'instant_times → instants', pair: true },
    { held: 'message_words → discussions', pair: true },
    { held: 'notice_sends → notices', pair: true },
    { held: 'notices → company_members', pair: true },
    { held: 'order_events → orders', pair: true },
    { held: 'order_proposals → orders', pair: true },
    { held: 'orders → discussions', pair: true },
    { held: 'qr_codes → instants', pair: true },
    { held: 'scheduled_messages → discussions', pair: true },
    { held: 'subscriptions → payment_sessions', pair: true },
  ])
})

/** A town and what is in it could move to another database with its people and companies. */
test('T06 beyond people and companies no key joins the rows of two towns: both parents of a row are held to one company', async () => {
  const rows = await rowsOf<{ parents: string }>(server.db)`
    with keys as (
      select * from pg_constraint
      where contype = 'f' and conparentid = 0 and confrelid not in ('users'::regclass, 'companies'::regclass)
    )
    select one.conrelid::regclass || ' → ' || one.confrelid::regclass || ' and ' || other.confrelid::regclass as parents
    from keys one join keys other
      on other.conrelid = one.conrelid and one.conname < other.conname and not one.conkey && other.conkey order by 1`
  // An alert replaces another of its own town; an event outlives its instant, which is set to null with it.
  expect(rows.map(({ parents }) => parents)).toEqual([
    'alerts → alerts and alerts',
    'calendar_events → calendars and instants',
  ])
  const mine = sql<{ parent: string }>`
    select distinct keys.conrelid::regclass || ' → ' || keys.confrelid::regclass as parent
    from pg_constraint keys
    where keys.contype = 'f' and keys.conparentid = 0 and keys.confrelid not in ('users'::regclass, 'companies'::regclass)
      and exists (select from pg_constraint owner where owner.conrelid = keys.conrelid and owner.contype = 'f'
        and owner.confrelid = 'companies'::regclass and not owner.conkey && keys.conkey) order by 1`
  // What a company shares with everybody: the texts of the house, the icons of services. Acts and alerts are one town's own.
  expect((await runQuery(server.db, mine)).map(({ parent }) => parent)).toEqual([
    'acts → acts',
    'alerts → alerts',
    'legal_acceptances → legal_documents',
    'municipal_services → service_icons',
  ])
})
