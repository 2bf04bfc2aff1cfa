import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { instantCalls } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newSiteShop, newVisitor, residentHost, siteCalls } from '@parvis/harness/town/site-visitors'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { forgetOldRows } from '../../jobs/forget-old-rows.queries.ts'

const server = testApp()
const { call, follow, get } = siteCalls(server)
const { get: getAs, post: postAs } = conversationCalls(server)

type Numbers = {
  totals: { views: number; openedNotifications: number; followers: number }
  acts: Record<string, number>
  sources: { source: string; views: number; scans: number; follows: number }[]
}
const count = async (json: object, remoteAddress: string) =>
  (await call(null, 'POST', '/counts', { json, origin: null, remoteAddress })).status
const numbersOf = async (shop: Parameters<typeof getAs>[0] & { companyId: string }) =>
  dataOf<Numbers>(await getAs(shop, `/v1/company/${shop.companyId}/numbers`))
const viewers = async () =>
  (
    await rowsOf<{ subject: string }>(server.db)`
      select rate_windows.subject from rate_windows where rate_windows.name in ('view-once', 'view', 'site-counts')`
  ).map(({ subject }) => subject)

test('W-114 the sums of the thirty days before stand beside those of the last thirty', async () => {
  await server.setClock('2027-03-21T12:00:00+01:00')
  const shop = await newSiteShop(server)
  for (const [day, views] of [
    ['2027-03-20', 6],
    ['2027-02-10', 4],
    ['2027-01-15', 9],
  ] as const) {
    const values = sql`${shop.companyId}, ${day}::date, 0`
    await run(server.db)`insert into view_counts (company_id, day, instant_id, views) values (${values}, ${views})`
    await run(server.db)`insert into act_counts (company_id, day, instant_id, act, source, count)
      values (${values}, 'call', 'direct', ${views})`
  }
  const { totals, acts, before } = await server.client.call('GET /v1/company/:id/numbers', {
    token: shop.token,
    params: { id: shop.companyId },
  })
  expect([totals.views, acts.call, before.views, before.acts.call]).toEqual([6, 6, 4, 4])
})

test('W-116 a verified town hall sees totals of its town, never those of one business; anybody else nothing', async () => {
  const [shop, other] = [await newSiteShop(server), await newSiteShop(server)]
  const hall = await newOwner(server, { type: 'mairie', category: 'mairie', name: 'Mairie' })
  await run(server.db)`update companies set town = '92024' where id = ${hall.companyId}`
  await run(server.db)`update companies set town = '69141' where id = ${other.companyId}`
  const read = ({ token, companyId }: Owner) =>
    server.client.answer('GET /v1/company/:id/town-numbers', { token, params: { id: companyId } })
  expect([(await read(shop)).status, (await read(hall)).status]).toEqual([403, 403])
  await run(server.db)`update companies set identity_status = 'verified' where id = ${hall.companyId}`
  const before = (await read(hall)).data
  for (const { companyId } of [shop, other]) await count({ companyId, act: 'view' }, '203.0.113.90')
  const { data } = await read(hall)
  expect(data.views).toEqual({ ...before.views, pages: before.views.pages + 1 })
  expect(Object.keys(data)).toEqual(['followers', 'views'])

  // The town's own pages: once per half-hour and viewer; no town and no page are refused.
  for (const remoteAddress of ['203.0.113.91', '203.0.113.91', '203.0.113.92'])
    for (const page of ['pages', 'agenda', 'services'])
      expect(await count({ town: 'clichy-92110', page, act: 'view' }, remoteAddress)).toBe(200)
  expect(await count({ town: 'nulle-part-00000', page: 'pages', act: 'view' }, '203.0.113.93')).toBe(404)
  expect(await count({ act: 'view' }, '203.0.113.93')).toBe(400)
  const { pages, agenda, services } = data.views
  expect((await read(hall)).data.views).toEqual({ pages: pages + 2, agenda: agenda + 2, services: services + 2 })
})

test('W-109 W-112 an address counts once per page and half-hour, without a cookie nor an address kept; the next day nobody can tell', async () => {
  const shop = await newSiteShop(server)
  const instantId = await instantCalls(server).newInstant(shop)
  const { companyId } = shop
  for (let n = 0; n < 2; n++) {
    expect(await count({ companyId, act: 'view' }, '203.0.113.7')).toBe(200)
    expect(await count({ companyId, act: 'view', source: 'annuaire' }, '203.0.113.8')).toBe(200)
    expect(await count({ companyId, instantId, act: 'instant_view', source: 'notification' }, '203.0.113.7')).toBe(200)
    expect(await count({ companyId, act: 'call' }, '203.0.113.7')).toBe(200)
  }
  const { totals, acts } = await numbersOf(shop)
  expect(totals).toMatchObject({ views: 3, openedNotifications: 1 })
  expect(acts).toMatchObject({ view: 2, instant_view: 1, call: 2 })
  const today = await viewers()
  expect(today.filter((subject) => subject.includes('203.0.113'))).toEqual([])
  const pages = today.filter((subject) => subject.includes(companyId))
  expect(pages).toHaveLength(3)

  const secret = async () =>
    await rowsOf<{ day: string; hex: string }>(
      server.db,
    )`select day::text, encode(secret, 'hex') as hex from view_secrets`
  const [before] = await secret()
  await server.setClock(Temporal.Now.zonedDateTimeISO('Europe/Paris').add({ days: 1 }).toInstant().toString())
  await forgetOldRows(server.db)
  expect(await secret()).toEqual([])
  await count({ companyId, act: 'view' }, '203.0.113.7')
  const [after] = await secret()
  expect(after?.hex).not.toBe(before?.hex)
  expect((await viewers()).filter((subject) => pages.includes(subject))).toEqual([])
})

test('W-017 W-113 W-115 the list of codes says the scans and the followers of each; the numbers say from where people came', async () => {
  const shop = await newSiteShop(server)
  const path = `/v1/company/${shop.companyId}/codes`
  await postAs(shop, path, { label: 'Vitrine' })
  type Code = { code: string; label: string; scans: number; follows: number }
  const codes = dataOf<Code[]>(await postAs(shop, path, { label: 'Comptoir' }))
  const [window, counter] = ['Vitrine', 'Comptoir'].map((label) => codes.find((code) => code.label === label)?.code)
  const scan = async (code = '') => {
    const answer = await server.app.inject({ method: 'GET', url: `/q/${code}`, headers: { host: residentHost } })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store'])
    expect(String(answer.headers.location)).toMatch(new RegExp(`#de=${window}|#de=${counter}`))
  }
  await scan(window)
  await scan(window?.toUpperCase())
  await scan(counter)
  const who = newVisitor()
  await follow(who, shop.companyId, { source: window })
  await follow(newVisitor(), shop.companyId)
  expect(dataOf<Code[]>(await getAs(shop, path)).map(({ label, scans, follows }) => [label, scans, follows])).toEqual(
    expect.arrayContaining([
      ['Vitrine', 2, 1],
      ['Comptoir', 1, 0],
    ]),
  )
  await call(who, 'POST', `/companies/${shop.companyId}/follow`, { json: { follows: 0 } })
  const { acts, totals } = await numbersOf(shop)
  expect([acts.scan, acts.follow, acts.unfollow, totals.followers]).toEqual([3, 2, 1, 1])
  expect((await get<{ follows: object[] }>(who, '/me')).data.follows).toEqual([])
})

test('W-017 W-016 a code of an instant leads to it, and to the page of the shop once it is gone; switched off it leads and is not counted', async () => {
  const shop = await newSiteShop(server)
  const path = `/v1/company/${shop.companyId}/codes`
  const { newInstant, remove } = instantCalls(server)
  const [id, foreign] = [await newInstant(shop), await newInstant(await newSiteShop(server))]
  const refused = await postAs(shop, path, { label: 'Affiche', instantId: foreign })
  expect([refused.status, refused.error?.code]).toEqual([404, 'NOT_FOUND'])
  type Code = { code: string; label: string; scans: number; target: object }
  const [made] = dataOf<Code[]>(await postAs(shop, path, { label: 'Affiche', instantId: id }))
  expect(made?.target).toEqual({ kind: 'instant', instantId: id })
  const lead = async (remoteAddress: string) => {
    const headers = { host: residentHost }
    const answer = await server.app.inject({ method: 'GET', url: `/q/${made?.code}`, headers, remoteAddress })
    return [answer.statusCode, new URL(String(answer.headers.location)).pathname]
  }
  const scans = async () => dataOf<Code[]>(await getAs(shop, path)).map((one) => one.scans)
  expect(await lead('198.51.100.1')).toEqual([302, expect.stringMatching(new RegExp(`/degustation-du-samedi-${id}$`))])
  expect(await scans()).toEqual([1])
  const one = { token: shop.token, params: { id: shop.companyId, code: made?.code ?? '' } }
  const change = async (body: { label?: string; active?: boolean }) =>
    await server.client.call('PUT /v1/company/:id/codes/:code', { ...one, body })
  expect(await change({ active: false })).toMatchObject([{ label: 'Affiche', active: false }])
  expect((await lead('198.51.100.2'))[0]).toBe(302)
  expect(await change({ label: 'Vitrine', active: true })).toMatchObject([{ label: 'Vitrine', scans: 1 }])
  await remove(shop, id)
  expect(await lead('198.51.100.3')).toEqual([302, expect.not.stringContaining('degustation')])
})
