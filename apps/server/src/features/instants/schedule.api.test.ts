import { testApp } from '@parvis/harness/server/test-app'
import {
  fixedTime,
  instantCalls,
  ok,
  recurrentTime,
  type ServerInstant,
  type Time,
} from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'

const server = testApp()
const { post, addTime, newInstant, get, update, setAll } = instantCalls(server)
const day = '2027-03-12'

async function draft(): Promise<{ owner: Owner; id: number }> {
  const owner = await newOwner(server, { type: 'association', category: 'culture' })
  return { owner, id: ok<number>(await post(owner, { categoryId: 1 })) }
}
const times = async (owner: Owner, id: number) => (await get(owner, id)).instantActivationTimes
const hours = ({ startDateTime, endDateTime }: { startDateTime: string; endDateTime: string }) =>
  `${startDateTime.slice(11, 16)}-${endDateTime.slice(11, 16)}`

test.each([
  ['during_instant', 'during_instant'],
  ['DURING_INSTANT', 'during_instant'],
  ['just_before_and_during_instant', 'DURING_AND_BEFORE_TWO_HOUR'],
  ['DURING_AND_BEFORE_TWO_HOUR', 'DURING_AND_BEFORE_TWO_HOUR'],
])('C-049 I-088 AMB-82 the type %s is answered %s', async (sent, answered) => {
  const { owner, id } = await draft()
  const time = ok<Time>(
    await addTime(owner, id, recurrentTime('all_days', '10:00', '12:00', { activationTimeType: sent })),
  )
  expect(time.activationTimeType).toBe(answered)
  expect((await times(owner, id))[0]?.activationTimeType).toBe(answered)
})

test('I-089 I-035 the thirteen days are accepted and read back, with their hours', async () => {
  const keys = [
    'all_days',
    'mondays_to_fridays',
    'tuesdays_to_fridays',
    'mondays_to_saturdays',
    'tuesdays_to_saturdays',
  ]
  keys.push('saturdays_and_sundays', 'all_mondays', 'all_tuesdays', 'all_wednesdays', 'all_thursdays')
  keys.push('all_fridays', 'all_saturdays', 'all_sundays')
  const { owner, id } = await draft()
  for (const key of keys) ok(await addTime(owner, id, recurrentTime(key, '17:15', '18:45')))
  const stored = await times(owner, id)
  expect(stored.map(({ activeDayType }) => activeDayType)).toEqual(keys)
  expect(new Set(stored.map(hours))).toEqual(new Set(['17:15-18:45']))
})

test.each([
  ['I-088 an unknown type', { activationTimeType: 'always' }, 'schedule_error'],
  ['C-028 no type', { activationTimeType: undefined }, 'schedule_error'],
  ['I-084 an unknown day', { activeDayType: 'every_day' }, 'schedule_error'],
  ['I-084 no day', { activeDayType: '' }, 'schedule_error'],
  ['I-085 no start', { startDateTime: undefined }, 'schedule_error'],
  ['I-085 no end', { endDateTime: '' }, 'schedule_error'],
  ['I-081 31 February', { activeDayType: 'fixed', startDateTime: '2027-02-31 10:00' }, 'schedule_error'],
  ['I-081 a French date', { activeDayType: 'fixed', startDateTime: '12/03/2027 10:00' }, 'schedule_error'],
  ['I-080 hour 25', { activeDayType: 'fixed', startDateTime: `${day} 25:00` }, 'schedule_error'],
  ['I-082 fixed, end = start', fixedTime(day, '10:00', '10:00'), 'end_date_error'],
  ['I-082 fixed, end before start', fixedTime(day, '12:00', '10:00'), 'end_date_error'],
  ['I-083 fixed over midnight', { ...fixedTime(day, '23:00'), endDateTime: '2027-03-13 01:00' }, 'end_date_error'],
  ['I-086 recurrent, 14 minutes', recurrentTime('all_days', '10:00', '10:14'), 'wrong_time'],
  ['I-086 recurrent over midnight', recurrentTime('all_days', '23:50', '00:10'), 'wrong_time'],
  [
    'I-087 recurrent with preview at 01:59',
    recurrentTime('all_days', '01:59', '05:00', { activationTimeType: 'DURING_AND_BEFORE_TWO_HOUR' }),
    'wrong_time',
  ],
])('%s is refused with %3$s and nothing is stored', async (_row, wrong, key) => {
  const { owner, id } = await draft()
  const { status, error } = await addTime(owner, id, { ...recurrentTime(), ...wrong })
  expect([status, error?.code, Object.values(error?.fields ?? {})]).toEqual([400, 'VALIDATION', [key]])
  if (key === 'schedule_error') expect(Object.keys(wrong)).toContain(Object.keys(error?.fields ?? {})[0])
  expect(await times(owner, id)).toEqual([])

  const stored = await newInstant(owner)
  const before = await get(owner, stored)
  const updated = await update(owner, stored, {
    title: 'Autre titre',
    activationTimes: [recurrentTime('all_mondays'), { ...recurrentTime(), ...wrong }],
  })
  expect(updated.error?.fields).toHaveProperty('activationTimes')
  expect(await get(owner, stored)).toEqual(before)
})

test('AMB-139 every field of an activation time that cannot be read is named', async () => {
  const { owner, id } = await draft()
  const key = 'schedule_error'
  expect((await addTime(owner, id, { activationTimeType: 'x', endDateTime: 'x' })).error?.fields).toEqual({
    activationTimeType: key,
    activeDayType: key,
    startDateTime: key,
    endDateTime: key,
  })
})

test.each([
  ['I-083 fixed up to 23:59', fixedTime(day, '23:00', '23:59')],
  ['I-086 recurrent, 15 minutes', recurrentTime('all_days', '10:00', '10:15')],
  [
    'I-087 recurrent with preview at 02:00',
    recurrentTime('all_days', '02:00', '05:00', { activationTimeType: 'DURING_AND_BEFORE_TWO_HOUR' }),
  ],
  ['I-087 recurrent from midnight without preview', recurrentTime('all_days', '00:00', '05:00')],
  ['AMB-86 a date in the past', fixedTime('2020-01-01')],
])('%s is accepted', async (_row, time) => {
  const { owner, id } = await draft()
  ok(await addTime(owner, id, time))
  expect(await times(owner, id)).toHaveLength(1)
})

test.each([
  ['2027-07-01T08:00:00Z', '2027-07-01T10:00:00+02:00'],
  ['2027-12-01T05:00:00-05:00', '2027-12-01T11:00:00+01:00'],
  ['2027-07-01 10:00', '2027-07-01T10:00:00+02:00'],
  ['2027-03-28 02:30', '2027-03-28T03:30:00+02:00'],
  ['2027-10-31 02:30', '2027-10-31T02:30:00+02:00'],
])('AMB-82 AMB-147 X-002 T25 a fixed start of %s is %s', async (sent, answered) => {
  const { owner, id } = await draft()
  const end = `${answered.slice(0, 10)} 23:00`
  const time = ok<Time>(await addTime(owner, id, { ...fixedTime(day), startDateTime: sent, endDateTime: end }))
  expect(time.startDateTime).toBe(answered)
})

test('AMB-82 T25 recurrent hours written on a night when clocks change are read back and saved again unchanged', async () => {
  const { owner, id } = await draft()
  for (const night of ['2027-03-28', '2027-10-31']) {
    ok(await addTime(owner, id, { ...fixedTime(night, '02:30', '04:00'), activeDayType: 'all_days' }))
  }
  expect((await times(owner, id)).map(hours)).toEqual(['02:30-04:00', '02:30-04:00'])
  ok(await update(owner, id))
  expect((await times(owner, id)).map(hours)).toEqual(['02:30-04:00', '02:30-04:00'])
})

test('I-033 C-028 one fixed item: a second is a conflict, also of four sent at once, and never mixed', async () => {
  const { owner, id } = await draft()
  const answers = await Promise.all([3, 4, 5, 6].map((n) => addTime(owner, id, fixedTime(`2027-04-0${n}`))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.error?.code).toBe('FIXED_ALREADY_SET')
  expect((await addTime(owner, id, recurrentTime())).status).toBe(400)
  const recurrent = await newInstant(owner)
  expect((await addTime(owner, recurrent, fixedTime(day))).status).toBe(400)
  expect(await times(owner, id)).toHaveLength(1)
  for (const activationTimes of [
    [fixedTime(day), fixedTime('2027-03-13')],
    [fixedTime(day), recurrentTime()],
  ]) {
    expect((await update(owner, recurrent, { activationTimes })).status).toBe(400)
  }
})

test('C-029 I-098 the list replaces the stored one: ids kept, missing ones removed, new ones created', async () => {
  const { owner } = await draft()
  const id = await newInstant(owner, {}, [recurrentTime('all_mondays'), recurrentTime('all_tuesdays')])
  const [kept, removed] = await times(owner, id)
  const answer = ok<ServerInstant>(
    await update(owner, id, {
      activationTimes: [
        { ...recurrentTime('all_wednesdays', '14:00', '15:30'), id: kept?.id },
        recurrentTime('all_fridays', '18:00', '19:00', { isEnabled: 0 }),
      ],
    }),
  )
  expect(answer).toEqual(await get(owner, id))
  const [first, second] = answer.instantActivationTimes
  expect(first).toMatchObject({ id: kept?.id, activeDayType: 'all_wednesdays', isEnabled: true })
  expect(first && hours(first)).toBe('14:00-15:30')
  expect(second).toMatchObject({ activeDayType: 'all_fridays', isEnabled: false })
  expect([kept?.id, removed?.id]).not.toContain(second?.id)
  const fixed = ok<ServerInstant>(await update(owner, id, { activationTimes: [fixedTime(day)] }))
  expect(fixed.instantActivationTimes.map(({ activeDayType }) => activeDayType)).toEqual(['fixed'])
})

test('C-029 X-010 an activation time of another instant, own or foreign, is 400 and nothing changes', async () => {
  const { owner } = await draft()
  const foreign = await draft()
  const [id, mine, theirs] = [await newInstant(owner), await newInstant(owner), await newInstant(foreign.owner)]
  const before = await get(owner, id)
  for (const stolen of [...(await times(owner, mine)), ...(await times(foreign.owner, theirs))]) {
    const { status, error } = await update(owner, id, {
      activationTimes: [{ ...recurrentTime('all_sundays'), id: stolen.id }],
    })
    expect([status, error?.fields]).toEqual([400, { activationTimes: 'schedule_error' }])
  }
  const own = before.instantActivationTimes[0]
  expect((await update(owner, id, { activationTimes: [own, own] })).status).toBe(400)
  expect(await get(owner, id)).toEqual(before)
  expect((await times(foreign.owner, theirs))[0]?.activeDayType).toBe('all_days')
})

test('I-097 AMB-80 the toggle pauses and resumes all the items, ids kept; one running item is a running card', async () => {
  const { owner } = await draft()
  const paused = recurrentTime('all_mondays', '10:00', '12:00', { isEnabled: 0 })
  const id = await newInstant(owner, {}, [paused, recurrentTime('all_fridays')])
  const before = await get(owner, id)
  expect(before.status).toBe(true)
  const off = await setAll(owner, id, false)
  expect([off.status, ...off.instantActivationTimes.map(({ isEnabled }) => isEnabled)]).toEqual([false, false, false])
  const on = await setAll(owner, id, true)
  expect([on.status, ...on.instantActivationTimes.map(({ isEnabled }) => isEnabled)]).toEqual([true, true, true])
  expect(on.instantActivationTimes.map(({ id: time }) => time)).toEqual(
    before.instantActivationTimes.map(({ id: time }) => time),
  )
})

test('C-028 isEnabled reads 1, 0, true and false, and defaults to enabled', async () => {
  const { owner, id } = await draft()
  const stored = []
  for (const isEnabled of [1, 0, 'true', 'false', undefined]) {
    stored.push(
      ok<Time>(await addTime(owner, id, recurrentTime('all_days', '10:00', '12:00', { isEnabled }))).isEnabled,
    )
  }
  expect(stored).toEqual([true, false, true, false, true])
})
