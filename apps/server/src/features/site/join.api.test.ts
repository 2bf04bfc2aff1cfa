import { testApp } from '@parvis/harness/server/test-app'
import { cutAt } from '@parvis/harness/sql/cut'
import { newSiteShop, newVisitor, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { inserted, rowOf, rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

const server = testApp()
const { follow, get, post, subscribe, write } = siteCalls(server)

type Me = { firstName: string | null; follows: { companyId: string }[]; devices: object[] }

/** All that a device sees of its resident. */
async function all(who: Visitor) {
  const { firstName, follows, devices } = (await get<Me>(who, '/me')).data
  const threads = (await get<{ uuid: string }[]>(who, '/conversations')).data
  const texts: string[][] = []
  for (const { uuid } of threads)
    texts.push((await get<{ message: string }[]>(who, `/conversations/${uuid}`)).data.map(({ message }) => message))
  const orders = (await get<{ id: number }[]>(who, '/orders')).data.map(({ id }) => id)
  return {
    firstName,
    follows: follows.map(({ companyId }) => companyId).toSorted(),
    devices: devices.length,
    texts,
    orders,
  }
}

test('W-064 W-066 joining two residents, cut at each table in turn, loses nothing; tried again, it is done once', async () => {
  const [both, mine] = [await newSiteShop(server, { membership: 'digital' }), await newSiteShop(server)]
  await run(server.db)`update companies set cac_active = true where companies.id = ${both.companyId}`
  const [kept, joined] = [newVisitor(), newVisitor()]
  for (const [who, shop] of [
    [kept, both],
    [joined, both],
    [joined, mine],
  ] as const)
    await follow(who, shop.companyId)
  await write(kept, both.companyId, 'Un', { firstName: 'Julie' })
  await write(joined, both.companyId, 'Deux')
  await write(joined, mine.companyId, 'Trois')
  await subscribe(joined)
  const ordered = { pickupDateTime: '2031-01-15T18:30:00+01:00', orderContent: 'Un flan', firstName: 'Léa' }
  const { id } = (await post<{ id: number }>(joined, `/companies/${both.companyId}/orders`, ordered)).data
  const { code } = (await post<{ code: string }>(kept, '/transfers')).data
  const before = [await all(kept), await all(joined)]
  expect(before[1]?.orders).toEqual([id])

  for (const table of ['follows', 'orders', 'messages', 'discussions', 'resident_devices', 'devices', 'users']) {
    const touched = sql`before update or delete on ${sql.identifier(table)} for each statement`
    const { status } = await cutAt(server.ownerDb, touched, () => post(joined, '/transfers/claim', { code }))
    expect([table, status]).toEqual([table, 503])
    expect([await all(kept), await all(joined)]).toEqual(before)
  }
  expect((await post(joined, '/transfers/claim', { code })).status).toBe(200)
  const after = await all(joined)
  expect(after).toEqual(await all(kept))
  expect(after).toMatchObject({ firstName: 'Julie', devices: 2, orders: [id] })
  expect(after.follows).toEqual([both.companyId, mine.companyId].toSorted())
  expect(after.texts.flat().toSorted()).toEqual(before.flatMap(({ texts }) => texts.flat()).toSorted())
  const rows = await rowsOf<{ followers: number; rows: number }>(server.db)`
    select followers_count as followers,
      (select count(*)::int from follows where follows.company_id = companies.id) as rows
    from companies where companies.id = ${both.companyId}`
  expect(rows).toEqual([{ followers: 1, rows: 1 }])
  expect((await post(newVisitor(), '/transfers/claim', { code })).code).toBe('TRANSFER_EXPIRED')
})

test('W-064 what waits of a conversation that becomes one with another follows it: the notice of its owner, a held push, a report', async () => {
  const shop = await newSiteShop(server, { membership: 'digital' })
  const [kept, joined] = [newVisitor(), newVisitor()]
  await write(kept, shop.companyId, 'Un', { firstName: 'Julie' })
  await write(joined, shop.companyId, 'Deux', { firstName: 'Léa' })
  const idOf = async (who: Visitor) => (await get<{ uuid: string }[]>(who, '/conversations')).data[0]?.uuid ?? ''
  const [theirs, mine] = [await idOf(kept), await idOf(joined)]
  await run(server.db)`
    insert into deferred_messages (user_id, discussion_id, message_id, due_at)
    select discussions.resident_id, discussions.id, discussions.last_message_id, app_now() + interval '1 day'
    from discussions where discussions.id = ${mine}`
  const filed = { reason: 'other', text: 'Une insulte', address: 'https://parvis.fr', kind: 'message', seen: '{}' }
  await run(server.db)`insert into reports ${inserted({ code: 'joined-1', ...filed, target_id: `${mine}/2` })}`
  await run(server.db)`update notices set due_at = app_now() + interval '1 day', done_at = null`
  const { code } = (await post<{ code: string }>(kept, '/transfers')).data
  expect((await post(joined, '/transfers/claim', { code })).status).toBe(200)

  expect(
    await rowOf(server.db)`
      select (select array_agg(distinct notices.object) from notices where notices.company_id = ${shop.companyId}) as notices,
        (select array_agg(held.discussion_id::text) from deferred_messages held) as held,
        (select reports.target_id from reports where reports.code = 'joined-1') as report`,
  ).toEqual({ notices: [theirs], held: [theirs], report: `${theirs}/2` })
})
