import { randomUUID } from 'node:crypto'
import { testApp } from '@parvis/harness/server/test-app'
import { newSiteShop, newVisitor, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'

const server = testApp()
const { follow, get, post, remove, reply, write } = siteCalls(server)

const shops: { companyId: string }[] = []
beforeAll(async () => {
  for (let n = 0; n < 3; n++) shops.push(await newSiteShop(server, { membership: 'premium' }))
  await run(server.db)`update companies set cac_active = true`
})

const textsOf = async (who: Visitor) => {
  const threads = (await get<{ uuid: string }[]>(who, '/conversations')).data
  const pages = await Promise.all(threads.map(({ uuid }) => get<{ message: string }[]>(who, `/conversations/${uuid}`)))
  return pages.flatMap(({ data }) => data.map(({ message }) => message))
}
const deadlocks = async () => {
  // Counters of a backend are sent when it is idle.
  await run(server.ownerDb)`select pg_stat_force_next_flush()`
  const rows = await rowsOf<{ deadlocks: number }>(server.ownerDb)`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  return rows[0]?.deadlocks
}

test('W-098 twenty replies and first messages at once leave three before the business answers', async () => {
  const [shop] = shops
  const who = newVisitor()
  const { data } = await write(who, shop?.companyId ?? '', 'Bonjour', { firstName: 'Julie' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) =>
      n % 2 ? await reply(who, data.uuid, `${n}`) : await write(who, shop?.companyId ?? '', `${n}`),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set(['WAIT_FOR_ANSWER']),
  )
  expect(await textsOf(who)).toHaveLength(3)
})

type Ending = (who: Visitor, other: Visitor) => Promise<{ status: number }>
const endings: [string, Ending][] = [
  [
    'joined by a transfer code',
    async (who, other) => {
      const { code } = (await post<{ code: string }>(other, '/transfers')).data
      return await post(who, '/transfers/claim', { code })
    },
  ],
  ['erased', async (who) => await remove(who, '/me')],
]

test.each(endings)(
  'W-064 W-069 acts of a device while its person is %s are served as who it is then, or 401: no fault, no deadlock, none lost',
  async (_name, end) => {
    const before = await deadlocks()
    const isJoined = end === endings[0]?.[1]
    for (let round = 0; round < 12; round++) {
      const [who, other] = [newVisitor(), newVisitor()]
      for (const shop of shops) await follow(other, shop.companyId)
      await follow(who, shops[0]?.companyId ?? '')
      const wanted = shops.flatMap(({ companyId }, n) => {
        const key = () => ({ headers: n % 2 ? { 'idempotency-key': randomUUID() } : {} })
        const order = { pickupDateTime: `2031-01-1${n}T18:30:00+01:00`, orderContent: 'Un flan', firstName: 'Léa' }
        return [
          () => post(who, `/companies/${companyId}/messages`, { message: `à ${n}`, firstName: 'Léa' }, key()),
          () => post(who, `/companies/${companyId}/orders`, order, key()),
          () => post(who, `/companies/${companyId}/follow`, { follows: 1 }, key()),
        ]
      })
      const acts = [...wanted.slice(0, round % 9), () => end(who, other), ...wanted.slice(round % 9)]
      const answers = await Promise.all(acts.map((act) => act()))
      for (const { status, code } of answers as { status: number; code?: string }[])
        expect([200, 401], code).toContain(status)
      if (!isJoined) continue
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      const texts = await textsOf(other)
      for (const n of shops.keys()) expect(texts).toContain(`à ${n}`)
    }
    expect(await deadlocks()).toBe(before)
  },
  60_000,
)
