import { testApp } from '@parvis/harness/server/test-app'
import { fixedTime, instantCalls, ok, recurrentTime, type Time } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { describe, expect, test } from 'vitest'
import { numberOf, rowsOf } from '../../db/database.ts'

const server = testApp()
const { post, addTime, newInstant, list, update, setAll, remove } = instantCalls(server)
const message = "Vous avez atteint le nombre maximum d'instants que vous pouvez créer"

const kinds: Record<string, { fields: Record<string, unknown>; time: () => Time }> = {
  service: { fields: { categoryId: 4, instantType: 'service' }, time: () => recurrentTime() },
  specialOffer: { fields: { categoryId: 9, instantType: 'specialOffer' }, time: () => recurrentTime() },
  event: { fields: { categoryId: 1, instantType: 'event' }, time: () => fixedTime('2027-03-12') },
}
type Kind = keyof typeof kinds
const fieldsOf = (kind: Kind) => kinds[kind]?.fields ?? {}
const fill = async (owner: Owner, kind: Kind, count: number) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await newInstant(owner, fieldsOf(kind), [kinds[kind]?.time() ?? {}]))
  return ids
}
type Answered = Pick<Awaited<ReturnType<typeof post>>, 'status' | 'error'>
const expectFull = ({ status, error }: Answered) =>
  expect([status, error?.code, error?.message]).toEqual([403, 'MAX_INSTANTS', message])
const winners = (answers: Answered[]) => answers.filter(({ status }) => status === 200).length
const setPlan = (owner: Owner, membership: 'freemium' | 'premium') =>
  rowsOf(server.db)`update companies set membership = ${membership} where companies.id = ${owner.companyId}`

describe.each(['service', 'specialOffer', 'event'])('on a plan of three, %s', (kind) => {
  test('S-045 S-047 I-018 I-019 I-020 a fourth is refused with its sentence, the other kinds stay open', async () => {
    const owner = await newOwner(server)
    await fill(owner, kind, 3)
    expectFull(await post(owner, fieldsOf(kind)))
    for (const other of Object.keys(kinds).filter((name) => name !== kind)) await fill(owner, other, 1)
    expect(await list(owner)).toHaveLength(5)
  })

  test('S-047 T19 G11 of ten created at once exactly three are', async () => {
    const owner = await newOwner(server)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(owner, fieldsOf(kind))))
    expect(winners(answers)).toBe(3)
    for (const answer of answers) if (answer.status !== 200) expectFull(answer)
    expect(await list(owner)).toHaveLength(3)
  })
})

test('AMB-73 paused, expired and draft ones count, deleted ones do not', async () => {
  const owner = await newOwner(server)
  const [first = 0] = await fill(owner, 'service', 1)
  await setAll(owner, first, false)
  ok(await post(owner, fieldsOf('service')))
  const expired = await newInstant(owner, fieldsOf('service'), [fixedTime('2020-01-01')])
  expectFull(await post(owner, fieldsOf('service')))
  ok(await remove(owner, expired))
  await fill(owner, 'service', 1)
  expectFull(await post(owner, fieldsOf('service')))
})

test.each([
  ['service', 4, () => recurrentTime()],
  ['event', 1, () => fixedTime('2027-03-12')],
] as const)(
  'AMB-74 a %s without a hint is refused at its first activation time, and the draft is removed',
  async (kind, categoryId, time) => {
    const owner = await newOwner(server)
    await fill(owner, kind, 3)
    const id = ok<number>(await post(owner, { categoryId, instantType: undefined }))
    expectFull(await addTime(owner, id, time()))
    expect((await addTime(owner, id, time())).error?.code).toBe('INSTANT_NOT_FOUND')
    expect(await list(owner)).toHaveLength(3)
  },
)

test('AMB-74 a hint is one of the three kinds, or none', async () => {
  const owner = await newOwner(server)
  expect((await post(owner, { instantType: 'offre' })).error?.fields).toEqual({ instantType: 'invalid' })
  ok(await post(owner, { instantType: '' }))
})

test('AMB-74 S-047 a misleading hint is caught at the first activation time', async () => {
  const owner = await newOwner(server)
  await fill(owner, 'service', 3)
  const id = ok<number>(await post(owner, { categoryId: 4, instantType: 'event' }))
  expectFull(await addTime(owner, id, recurrentTime()))
  expect(await list(owner)).toHaveLength(3)
})

test('I-065 I-061 AMB-74 a gourmand on a fixed day is a service, a cultural one with recurrent hours too', async () => {
  const owner = await newOwner(server)
  await newInstant(owner, { categoryId: 4 }, [fixedTime('2027-03-12')])
  await newInstant(owner, { categoryId: 1 }, [recurrentTime()])
  await fill(owner, 'service', 1)
  expectFull(await post(owner, fieldsOf('service')))
  await fill(owner, 'event', 3)
  expectFull(await post(owner, fieldsOf('event')))
})

test('api-8.23 drafts are bounded too: those announced by the cap, those of no known kind by what they can become', async () => {
  const owner = await newOwner(server)
  ok(await post(owner, fieldsOf('service')))
  ok(await post(owner, fieldsOf('event')))
  ok(await post(owner, fieldsOf('specialOffer')))
  for (const kind of Object.keys(kinds)) expectFull(await post(owner, fieldsOf(kind)))
  for (let n = 0; n < 3; n++) ok(await post(owner, { categoryId: 1 }))
  expectFull(await post(owner, { categoryId: 1 }))
})

test('C-029 I-020 an update into a full kind is refused and changes nothing; into one with room it moves', async () => {
  const owner = await newOwner(server)
  await fill(owner, 'service', 3)
  const [id = 0] = await fill(owner, 'event', 1)
  const before = await list(owner)
  expectFull(await update(owner, id, { categoryId: 4 }))
  expectFull(await update(owner, id, { activationTimes: [recurrentTime()] }))
  expect(await list(owner)).toEqual(before)
  ok(await update(owner, id, { categoryId: 9 }))
  await fill(owner, 'event', 3)
})

test('AMB-73 a full kind stops no change, no toggle, nor anything after a downgrade but creation', async () => {
  const owner = await newOwner(server, { membership: 'premium' })
  const ids = await fill(owner, 'service', 5)
  await setPlan(owner, 'freemium')
  expect((await list(owner)).every(({ status }) => status)).toBe(true)
  expectFull(await post(owner, fieldsOf('service')))
  const [first = 0, second = 0, third = 0] = ids
  ok(await update(owner, first, { title: 'Un nouveau titre' }))
  await setAll(owner, second, false)
  await setAll(owner, second, true)
  for (const id of [first, second]) ok(await remove(owner, id))
  expectFull(await post(owner, fieldsOf('service')))
  ok(await remove(owner, third))
  ok(await post(owner, fieldsOf('service')))
  await setPlan(owner, 'premium')
  await fill(owner, 'service', 3)
})

test('T19 G11 creations, first times and moves between kinds at once never pass three', async () => {
  for (let round = 0; round < 5; round++) {
    const owner = await newOwner(server)
    const [moved = 0] = await fill(owner, 'event', 1)
    await fill(owner, 'service', 1)
    const drafts = [ok<number>(await post(owner, { categoryId: 4 })), ok<number>(await post(owner, { categoryId: 4 }))]
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => post(owner, fieldsOf('service'))),
      ...drafts.map((id) => addTime(owner, id, recurrentTime())),
      update(owner, moved, { categoryId: 4 }),
    ])
    expect(winners(answers)).toBe(2)
    for (const answer of answers) if (answer.status !== 200) expectFull(answer)
    const count = await numberOf(server.db)`
      select count(*)::int from instants where instants.company_id = ${owner.companyId} and instants.kind = 'service'`
    expect(count).toBe(3)
  }
})

test('S-023 S-050 AMB-65 no cap on premium nor for an association: ten at once are created', async () => {
  for (const options of [{ membership: 'premium' }, { type: 'association' }] as const) {
    const owner = await newOwner(server, options)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(owner, fieldsOf('service'))))
    expect(winners(answers)).toBe(10)
    expect(new Set(answers.map(({ data }) => data)).size).toBe(10)
  }
})
