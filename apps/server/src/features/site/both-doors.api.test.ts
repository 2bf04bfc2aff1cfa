import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { agreedAt, deskCalls, deskTime } from '@parvis/harness/town/order-calls'
import { newResident, newSiteShop, type Resident, siteHeaders } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const { get, post, sayOk } = conversationCalls(server)
const { act, newShop } = deskCalls(server)

/** What a call of each door answers to the same resident, asked one after the other. */
async function both<T>(who: Resident, app: string, site: string, json?: object) {
  const ask = async (path: string) => {
    const { status, data, error } = await (json ? post(who, path, json) : get(who, path))
    return { status, data: data as T, code: error?.code, fields: error?.fields, details: error?.details }
  }
  return [await ask(app), await ask(site)] as const
}
async function expectAlike(...asked: Parameters<typeof both>) {
  const [app, site] = await both(...asked)
  expect(site).toEqual(app)
  return app
}

test('C-057 W-048 W-070 a resident of both doors has one conversation, read, closed, refused alike by either', async () => {
  const shop = await newSiteShop(server, { membership: 'premium' })
  const [resident, stranger] = [await newResident(server), await newResident(server)]
  const opened = await post(resident, '/v1/app/discussions', { companyId: shop.companyId })
  const { uuid } = dataOf<{ uuid: string }>(opened)
  const written = await post(resident, `/v1/site/companies/${shop.companyId}/messages`, { message: 'Du site' })
  expect(written.data).toMatchObject({ uuid })
  dataOf(await post(resident, `/v1/discussions/${uuid}/message`, { message: 'De l’application' }))
  const { id } = await sayOk(shop, uuid, 'Bonjour')

  const [app, site] = [`/v1/discussions/${uuid}`, `/v1/site/conversations/${uuid}`]
  expect((await expectAlike(resident, `${app}/messages`, site)).data).toHaveLength(3)
  const before = `?selection_way=before&message_id=${id}`
  expect((await expectAlike(resident, `${app}/messages${before}`, `${site}${before}`)).data).toHaveLength(2)
  const wrong = '?selection_way=around&message_id=999999999'
  expect((await expectAlike(resident, `${app}/messages${wrong}`, `${site}${wrong}`)).status).toBe(400)
  expect((await expectAlike(stranger, `${app}/messages`, site)).code).toBe('DISCUSSION_NOT_FOUND')
  for (const [message, code] of [
    [' ', 'EMPTY_MESSAGE'],
    ['a'.repeat(5_001), 'VALIDATION'],
  ])
    expect((await expectAlike(resident, `${app}/message`, `${site}/messages`, { message })).code).toBe(code)

  const closed = `/v1/app/discussions/${uuid}`
  expect((await expectAlike(stranger, `${closed}/block`, `${site}/block`, {})).code).toBe('DISCUSSION_NOT_FOUND')
  expect((await expectAlike(resident, `${closed}/block`, `${site}/block`, {})).data).toEqual({ isBlocked: true })
  const refused = await expectAlike(resident, `${app}/message`, `${site}/messages`, { message: 'Encore' })
  expect(refused.code).toBe('DISCUSSION_BLOCKED')
  expect((await expectAlike(resident, `${closed}/unblock`, `${site}/unblock`, {})).data).toEqual({ isBlocked: false })
})

test('C-057 M-035 W-034 W-047 who follows by one door leaves by the other, and reads what was sent to all by both', async () => {
  const shop = await newSiteShop(server, { membership: 'premium' })
  const resident = await newResident(server)
  const byApp = { params: { id: shop.companyId }, token: resident.token }
  const bySite = { params: { id: shop.companyId }, headers: siteHeaders(resident) }
  const { call } = server.client
  expect(await call('PUT /v1/app/companies/:id/follow', byApp)).toEqual({ followersCount: 1 })
  const again = await call('POST /v1/site/companies/:id/follow', { ...bySite, body: { follows: 1 } })
  expect(again).toMatchObject({ followersCount: 1, isFollowed: true })
  dataOf(await post(shop, `/v1/company/${shop.companyId}/broadcast`, { message: 'Fermé lundi' }))
  expect((await expectAlike(resident, '/v1/app/discussions', '/v1/site/conversations')).data).toMatchObject([
    { kind: 'broadcast', isReadOnly: true, excerpt: 'Fermé lundi' },
  ])
  const [told, news] = await both<object[]>(resident, '/v1/app/broadcasts', '/v1/site/news')
  expect(told.data).toMatchObject([{ message: 'Fermé lundi', companyId: shop.companyId }])
  expect(news.data).toMatchObject([{ text: 'Fermé lundi', companyId: shop.companyId, kind: 'broadcast' }])
  expect(await call('DELETE /v1/app/companies/:id/follow', byApp)).toEqual({ followersCount: 0 })
  const left = await call('POST /v1/site/companies/:id/follow', { ...bySite, body: { follows: 0 } })
  expect(left).toMatchObject({ followersCount: 0, isFollowed: false })
})

test('C-039 C-057 Q-019 W-050 W-052 an order placed by either door is read, changed, withdrawn and refused alike by both', async () => {
  const shop = await newShop({ slotsOn: true }, newSiteShop)
  const resident = await newResident(server)
  const ofShop = (rest: string) =>
    [`/v1/app/companies/${shop.companyId}/${rest}`, `/v1/site/companies/${shop.companyId}/${rest}`] as const
  await expectAlike(resident, ...ofShop('pickup-slots?days=14'))
  const asked = { pickupDateTime: deskTime('15:00'), orderContent: 'Deux flans' }
  const placed = await both<{ id: number; discussionId: string }>(resident, ...ofShop('orders'), asked)
  expect(new Set(placed.map(({ data }) => data.discussionId)).size).toBe(1)
  for (const wrong of [{ orderContent: ' ' }, { pickupDateTime: '2020-01-01 10:00' }])
    expect((await expectAlike(resident, ...ofShop('orders'), { ...asked, ...wrong })).code).toBe('VALIDATION')

  const doors = (id: number) => [`/v1/clickAndCollect/order/${id}`, `/v1/site/orders/${id}`] as const
  for (const [turn, { data }] of placed.entries()) {
    const [app, site] = doors(data.id)
    const [here, there] = turn === 0 ? [app, site] : [site, app]
    dataOf(await post(resident, `${here}/change`, { version: 1, orderContent: 'Trois flans' }))
    const stale = await expectAlike(resident, `${here}/change`, `${there}/change`, { version: 1, orderContent: 'Un' })
    expect(stale.code).toBe('ORDER_CHANGED')
    dataOf(await act(shop, data.id, 'validate', { ...agreedAt(), orderContent: 'Trois flans' }))
    dataOf(await post(resident, `${there}/withdraw`))
    expect((await expectAlike(resident, `${here}/withdraw`, `${there}/withdraw`, {})).code).toBe(
      'ORDER_ALREADY_PROCESSED',
    )
    const [read, seen] = await both<Record<string, unknown>>(resident, app, site)
    const { company, ...order } = seen.data
    expect([company, order]).toEqual([expect.objectContaining({ companyId: shop.companyId }), read.data])
    expect(order).toMatchObject({ state: 'cancelled', customerOrderContent: 'Trois flans' })
  }
  await run(server.db)`update companies set cac_active = false where id = ${shop.companyId}`
  expect((await expectAlike(resident, ...ofShop('orders'), asked)).code).toBe('CAC_NOT_AVAILABLE')
})
