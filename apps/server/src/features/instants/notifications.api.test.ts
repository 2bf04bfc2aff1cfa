import { testApp } from '@parvis/harness/server/test-app'
import { insertFollowers } from '@parvis/harness/sql/seed'
import { instantCalls, ok, recurrentTime, type ServerInstant } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { createDatabase } from '../../db/database.ts'
import { dueNotifications } from './index.ts'

const server = testApp()
const { post, addTime, newInstant, get, update, setAll, remove } = instantCalls(server)
const noon = '2027-03-12T12:00:00+01:00'
const at = (time: string) => `2027-03-12 ${time}`
const clock = (time: string) => server.setClock(`2027-03-12T${time}:00+01:00`)

const capped = () => newOwner(server)
const premium = () => newOwner(server, { membership: 'premium' })
const schedule = (owner: Owner, id: number, notificationDate: string) => update(owner, id, { notificationDate })

type Push = { to: string; text: string; payload: { data: Record<string, string>; key: string } }
async function pushesTo(devices: readonly string[]): Promise<Push[]> {
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'push' } })
  return (data as Push[]).filter(({ to }) => devices.includes(to))
}
/** What every process does at each tick, then the queue. */
async function tick(): Promise<void> {
  await dueNotifications.run(server.deps)
  await server.runJobs()
}

test('I-053 a due notification reaches each follower’s device once, and is marked sent', async () => {
  await server.setClock(noon)
  const owner = await premium()
  const devices = await insertFollowers(server.db, owner.companyId, 2)
  const strangers = await insertFollowers(server.db, (await premium()).companyId, 1)
  const id = await newInstant(owner, { title: 'Concert au parc', notificationDate: at('13:00') })
  expect(await get(owner, id)).toMatchObject({ notificationSent: false, notificationDate: at('13:00') })

  await clock('12:59')
  await tick()
  expect(await pushesTo(devices)).toEqual([])
  await clock('13:00')
  await tick()
  await tick()
  const pushes = await pushesTo([...devices, ...strangers])
  expect(pushes.map(({ to }) => to).sort()).toEqual([...devices].sort())
  expect(pushes[0]).toMatchObject({
    text: 'Boulangerie Martin\nConcert au parc',
    payload: { data: { instantId: String(id), companyId: owner.companyId }, key: `instant-${id}-1` },
  })
  const sent = await get(owner, id)
  expect(sent).toMatchObject({ notificationSent: true, notificationDate: at('13:00') })
  expect(sent.lastNotificationDate).toMatch(/^2027-03-12T13:00:\d\d\+01:00$/)
})

test('AMB-83 I-050 a date more than 4 minutes ahead is accepted, at 4 or before it is refused naming 5', async () => {
  await server.setClock(noon)
  const owner = await premium()
  for (const [date, accepted] of [
    ['2027-03-12T12:04:00+01:00', false],
    [at('12:04'), false],
    [at('11:00'), false],
    ['2027-03-12T12:04:59+01:00', true],
    [at('12:05'), true],
    ['2027-03-12T11:30:00Z', true],
  ] as const) {
    const { status, error } = await post(owner, { notificationDate: date })
    expect([date, status]).toEqual([date, accepted ? 200 : 400])
    if (accepted) continue
    expect(error?.fields).toEqual({ notificationDate: 'notification_date_error' })
    expect(error?.message).toContain('5 minutes')
  }
})

test('I-040 I-051 AMB-146 the server counts the five minutes, at creation, on update and when asked again', async () => {
  await server.setClock('2027-03-12T12:00:40+01:00')
  const owner = await capped()
  const id = await newInstant(owner, { quickNotification: '1', notificationDate: at('11:58') })
  expect((await get(owner, id)).notificationDate).toBe(at('12:05'))
  await clock('12:03')
  ok(await update(owner, id, { quickNotification: '1' }))
  expect((await get(owner, id)).notificationDate).toBe(at('12:08'))
  ok(await update(owner, id, { quickNotification: '0' }))
  expect((await get(owner, id)).notificationDate).toBe(at('12:08'))
})

test('I-042 I-049 a quick notification waits like a dated one, and is no second one on a capped plan', async () => {
  await server.setClock(noon)
  for (const [owner, code] of [
    [await capped(), 'NOTIFICATION_NOT_ALLOWED'],
    [await premium(), 'NOTIFICATION_WAIT'],
  ] as const) {
    await server.setClock(noon)
    const id = await newInstant(owner, { quickNotification: '1' })
    await clock('12:05')
    await tick()
    expect((await update(owner, id, { quickNotification: '1' })).error?.code).toBe(code)
  }
})

test('I-047 AMB-83 X-018 a capped plan notifies within 10 minutes only, at creation and on update', async () => {
  await server.setClock(noon)
  const owner = await capped()
  const id = await newInstant(owner)
  for (const answer of [await post(owner, { notificationDate: at('12:11') }), await schedule(owner, id, at('12:11'))]) {
    expect([answer.status, answer.error?.code]).toEqual([403, 'NOTIFICATION_NOT_ALLOWED'])
  }
  ok(await schedule(owner, id, at('12:10')))
  expect((await get(owner, id)).notificationDate).toBe(at('12:10'))
})

test('I-048 I-042 AMB-83 a capped plan notifies once per instant for ever, and its date may be sent back', async () => {
  await server.setClock(noon)
  const owner = await capped()
  const devices = await insertFollowers(server.db, owner.companyId, 1)
  const id = await newInstant(owner, { notificationDate: at('12:05') })
  await clock('12:05')
  await tick()
  await clock('14:00')
  ok(await update(owner, id, { title: 'Un autre titre' }))
  ok(await schedule(owner, id, at('12:05')))
  expect((await schedule(owner, id, at('14:05'))).error?.code).toBe('NOTIFICATION_NOT_ALLOWED')
  ok(await schedule(owner, id, 'CLEAR'))
  expect((await schedule(owner, id, at('14:05'))).error?.code).toBe('NOTIFICATION_NOT_ALLOWED')
  await clock('15:00')
  await tick()
  expect(await pushesTo(devices)).toHaveLength(1)
})

test('I-049 I-044 T23 an unlimited plan waits 20 minutes from the last sending, with Retry-After, then notifies again', async () => {
  await server.setClock(noon)
  const owner = await premium()
  const devices = await insertFollowers(server.db, owner.companyId, 1)
  const id = await newInstant(owner, { notificationDate: at('12:05') })
  await clock('12:05')
  await tick()
  await clock('12:24')
  const early = await schedule(owner, id, at('12:50'))
  expect([early.status, early.error?.code]).toEqual([403, 'NOTIFICATION_WAIT'])
  const wait = Number(early.headers['retry-after'])
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(61)
  await clock('12:26')
  const again = ok<ServerInstant>(await schedule(owner, id, at('12:50')))
  expect(again).toMatchObject({ notificationSent: false, notificationDate: at('12:50') })
  await clock('12:50')
  await tick()
  expect((await pushesTo(devices)).map(({ payload }) => payload.key).sort()).toEqual([
    `instant-${id}-1`,
    `instant-${id}-2`,
  ])
})

test('I-046 CLEAR removes the date to come, an absent one leaves it', async () => {
  await server.setClock(noon)
  const owner = await premium()
  const id = await newInstant(owner, { notificationDate: at('13:00') })
  ok(await update(owner, id, { title: 'Un autre titre' }))
  expect((await get(owner, id)).notificationDate).toBe(at('13:00'))
  ok(await schedule(owner, id, 'CLEAR'))
  expect(await get(owner, id)).toMatchObject({ notificationSent: false, notificationDate: null })
  ok(await post(owner, { notificationDate: 'CLEAR' }))
})

test('AMB-84 paused at the due minute: not sent, date dropped, and resuming later sends nothing', async () => {
  await server.setClock(noon)
  const owner = await premium()
  const devices = await insertFollowers(server.db, owner.companyId, 1)
  const id = await newInstant(owner, { notificationDate: at('13:00') })
  await setAll(owner, id, false)
  await clock('13:00')
  await tick()
  expect(await get(owner, id)).toMatchObject({ notificationSent: false, notificationDate: null })
  await setAll(owner, id, true)
  await clock('14:00')
  await tick()
  expect(await pushesTo(devices)).toEqual([])
})

test('I-112 AMB-84 I-110 a deleted instant and a draft notify nobody', async () => {
  await server.setClock(noon)
  const owner = await premium()
  const devices = await insertFollowers(server.db, owner.companyId, 1)
  const deleted = await newInstant(owner, { notificationDate: at('13:00') })
  ok(await post(owner, { notificationDate: at('13:00') }))
  ok(await remove(owner, deleted))
  await clock('13:00')
  await tick()
  expect(await pushesTo(devices)).toEqual([])
})

test('I-112 an instant deleted at the very moment its notification leaves tells everybody once or nobody, and stays gone', async () => {
  for (let round = 0; round < 6; round++) {
    await server.setClock(noon)
    const owner = await premium()
    const devices = await insertFollowers(server.db, owner.companyId, 3)
    const id = await newInstant(owner, { notificationDate: at('13:00') })
    await clock('13:00')
    const [removed] = await Promise.all([remove(owner, id), dueNotifications.run(server.deps), tick()])
    expect(removed.status).toBe(200)
    await tick()
    const told = (await pushesTo(devices)).map(({ to }) => to)
    expect([[], [...devices].sort()]).toContainEqual(told.sort())
    expect((await server.client.answer('GET /v1/instants/:id', { params: { id }, token: owner.token })).status).toBe(
      404,
    )
  }
})

test('AMB-84 without followers it still counts as sent', async () => {
  await server.setClock(noon)
  const owner = await capped()
  const id = await newInstant(owner, { notificationDate: at('12:06') })
  await clock('12:06')
  await tick()
  expect((await get(owner, id)).notificationSent).toBe(true)
  await clock('12:30')
  expect((await schedule(owner, id, at('12:36'))).error?.code).toBe('NOTIFICATION_NOT_ALLOWED')
})

test('F14 F18 four processes at the due minute send once, and again nothing when the clock is set back', async () => {
  await server.setClock(noon)
  const owner = await premium()
  const devices = await insertFollowers(server.db, owner.companyId, 3)
  const ids = []
  for (let n = 0; n < 12; n++) ids.push(await newInstant(owner, { notificationDate: at('13:00') }))
  await clock('13:00')
  const url = server.deps.config.databaseUrl ?? ''
  const processes = Array.from({ length: 4 }, () => createDatabase({ url, size: 2 }))
  await Promise.all(processes.map((db) => dueNotifications.run({ ...server.deps, db })))
  await Promise.all(processes.map((db) => db.pool.end()))
  await server.runJobs()
  expect(await pushesTo(devices)).toHaveLength(36)
  await clock('12:00')
  await tick()
  await clock('13:01')
  await tick()
  expect(await pushesTo(devices)).toHaveLength(36)
})

test('T23 fifty saves at once around the due minute, some posting notificationSent back, send once', async () => {
  await server.setClock(noon)
  const owner = await premium()
  const devices = await insertFollowers(server.db, owner.companyId, 1)
  const id = await newInstant(owner, { notificationDate: at('13:00') })
  await clock('13:00')
  // Eight calls of a session are at work, the others wait two seconds at most: those refused with Retry-After are sent again.
  const save = async (n: number): ReturnType<typeof update> => {
    const answer = await update(owner, id, n % 2 ? { notificationDate: at('13:00'), notificationSent: 'false' } : {})
    return answer.status === 503 ? await save(n) : answer
  }
  const saves = Array.from({ length: 50 }, (_, n) => save(n))
  await Promise.all([...saves, dueNotifications.run(server.deps), dueNotifications.run(server.deps)])
  await tick()
  await tick()
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200))
  expect(await pushesTo(devices)).toHaveLength(1)
})

test('AMB-147 X-002 a date in the hour that clocks double on 31 October is the first of the two', async () => {
  await server.setClock('2027-10-31T01:00:00+02:00')
  const owner = await premium()
  const id = ok<number>(await post(owner, { notificationDate: '2027-10-31 02:30' }))
  ok(await addTime(owner, id, recurrentTime()))
  await server.setClock('2027-10-31T00:31:00Z')
  await tick()
  expect(await get(owner, id)).toMatchObject({ notificationSent: true, notificationDate: '2027-10-31 02:30' })
})
