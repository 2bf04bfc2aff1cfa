import { type DayOfWeek, type DayType, daysOfType, dayTypes, dayTypesOf } from '@parvis/domain/company/opening-hours'
import { readFullSchedule } from '@parvis/domain/instants/full-schedule'
import { agendaWindow } from '@parvis/domain/instants/occurrences'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls, ok, type ServerInstant, type Time } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { beforeAll, expect, test } from 'vitest'

// What the calls of the customer's documents answer of any schedule, recorded by functions of this file: two stored forms of a
// schedule or one must not change it.
const server = testApp()
const { post, get, update, newInstant } = instantCalls(server)
const { putSchedule, setWeek } = scheduleCalls(server)
const now = '2027-03-01T10:00:00+01:00'
const runs = { numRuns: 40 }
let owner: Owner

beforeAll(async () => {
  await server.setClock(now)
  owner = await newOwner(server, { type: 'association', zipCode: '61234' })
})

type WrittenDate = { start: string; end: string; preview: boolean; enabled: boolean }
type WrittenLine = WrittenDate & { days: DayOfWeek[]; from?: string; until?: string; except?: string[] }
type Written = { publication: 'now' | 'draft' } & (
  | { kind: 'dates'; dates: WrittenDate[] }
  | { kind: 'weekly'; weekly: WrittenLine[] }
  | { kind: 'hours'; week: { days: DayOfWeek[]; start: string; end: string }[] }
)

// No clock changes from February to 27 March 2027.
const midnight = Temporal.PlainDateTime.from('2027-03-01T00:00')
const wall = (minutes: number) => midnight.add({ minutes }).toString({ smallestUnit: 'minute' }).replace('T', ' ')
const clock = (minutes: number) => wall(minutes % 1_440).slice(11)
const day = (number: number) => midnight.add({ days: number }).toPlainDate().toString()
const minuteOf = (text: string) => Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2))

const flags = { preview: fc.boolean(), enabled: fc.boolean() }
const days = fc.uniqueArray(fc.constantFrom<DayOfWeek>(1, 2, 3, 4, 5, 6, 7), { minLength: 1 })
const dateArb = fc
  .record({
    at: fc.integer({ min: -20 * 1_440, max: 20 * 1_440 }),
    length: fc.integer({ min: 15, max: 4_000 }),
    ...flags,
  })
  .map(({ at, length, ...rest }): WrittenDate => ({ start: wall(at), end: wall(at + length), ...rest }))
const lineArb = fc
  .record({
    at: fc.nat(1_439),
    length: fc.integer({ min: 15, max: 1_440 }),
    days,
    validity: fc.option(
      fc.record({ first: fc.nat(20), span: fc.nat(60), except: fc.uniqueArray(fc.nat(30), { maxLength: 3 }) }),
      { freq: 2 },
    ),
    ...flags,
  })
  .map(
    ({ at, length, validity, ...rest }): WrittenLine => ({
      start: clock(at),
      end: clock(at + length),
      ...(validity && {
        from: day(validity.first),
        until: day(validity.first + validity.span),
        except: validity.except.map(day),
      }),
      ...rest,
    }),
  )
const weekLine = fc
  .record({ at: fc.nat(1_200), length: fc.integer({ min: 15, max: 239 }), days })
  .map(({ at, length, days: open }) => ({ days: open, start: clock(at), end: clock(at + length) }))
const publication = fc.constantFrom('now' as const, 'draft' as const)
const writtenArb: fc.Arbitrary<Written> = fc.oneof(
  fc.record({
    kind: fc.constant('dates' as const),
    dates: fc.uniqueArray(dateArb, { minLength: 1, maxLength: 8, selector: ({ start }) => start }),
    publication,
  }),
  fc.record({
    kind: fc.constant('weekly' as const),
    weekly: fc.array(lineArb, { minLength: 1, maxLength: 6 }),
    publication,
  }),
  fc.record({
    kind: fc.constant('hours' as const),
    week: fc.array(weekLine, { minLength: 1, maxLength: 3 }),
    publication,
  }),
)

const lastMinuteOfDay: Written = {
  kind: 'dates',
  dates: [{ start: '2027-02-28 23:59', end: '2027-03-01 00:14', preview: false, enabled: false }],
  publication: 'now',
}

const seenTime = (preview: boolean, type: string, times: string, real: string | null, isOn: boolean) =>
  [preview ? 'before' : 'during', type, times, real ?? '', isOn ? 'on' : 'off'].join(' ')

/** One fixed item of several dates: the running one, else the next, else the last; its end on its own day. */
function seenOfDates(dates: WrittenDate[], isPublished: boolean): string[] {
  const at = '2027-03-01 10:00'
  const sorted = dates.toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const shown =
    sorted.find(({ start, end }) => start <= at && at < end) ?? sorted.find(({ start }) => start > at) ?? sorted.at(-1)
  if (!shown) return []
  const { start, end, preview, enabled } = shown
  const isLater = start.slice(0, 10) !== end.slice(0, 10)
  const seenEnd = isLater ? '23:59' : end.slice(11)
  return [seenTime(preview, 'fixed', `${start}-${seenEnd}`, isLater ? end : null, enabled && isPublished)]
}

/** A line as one row per choice of days, that begins by 23:44, ends by 23:59, and is shown before on its own day only. */
function seenOfLine({ days: open, start, end, preview, enabled }: WrittenLine, isPublished: boolean): string[] {
  const from = Math.min(minuteOf(start), 1_424)
  const to = minuteOf(end) <= minuteOf(start) ? 1_439 : minuteOf(end)
  return dayTypesOf(open).map((type) =>
    seenTime(preview && from >= 120, type, `2000-01-01 ${clock(from)}-${clock(to)}`, null, enabled && isPublished),
  )
}

async function seenOf(written: Written): Promise<string[]> {
  const isPublished = written.publication === 'now'
  if (written.kind === 'dates') return seenOfDates(written.dates, isPublished)
  if (written.kind === 'weekly') return written.weekly.flatMap((one) => seenOfLine(one, isPublished))
  const { openHours } = await server.client.call('GET /v1/company/settings/:companyId', {
    params: { companyId: owner.companyId },
    token: owner.token,
  })
  return openHours.map(({ type, startTime, endTime, enabled }) =>
    seenTime(false, type, `2000-01-01 ${startTime}-${endTime}`, null, enabled && isPublished),
  )
}

const local = (text: string) => text.slice(0, 16).replace('T', ' ')
const seenIn = ({ instantActivationTimes }: ServerInstant) =>
  instantActivationTimes.map((one) =>
    seenTime(
      one.activationTimeType !== 'during_instant',
      one.activeDayType,
      `${local(one.startDateTime)}-${local(one.endDateTime).slice(11)}`,
      one.realEndDateTime && local(one.realEndDateTime),
      one.isEnabled,
    ),
  )
const idsOf = ({ instantActivationTimes }: ServerInstant) => instantActivationTimes.map(({ id }) => id)

async function agendaOf(id: number): Promise<string[]> {
  const query = { cityCodes: '61234', date: now, states: '1' }
  const items = await server.client.call('GET /v1/instants/calendar', { token: owner.token, query })
  return items.filter((one) => one.id === id).map(({ start, end, dateId }) => `${start} ${end} ${dateId}`)
}

/** What the rules make of the answered schedule, by dates and lines; the opening hours have their own tests. */
function agendaOfRules({ schedule, publication: { state } }: ServerInstant): string[] {
  if (!schedule || state !== 'published') return []
  const read = readFullSchedule(schedule)
  if ('errors' in read) throw new Error('an answered schedule cannot be read')
  const known = [...schedule.dates, ...schedule.weekly]
  const items = read.items.map((item, at) => ({ ...item, id: known[at]?.id ?? 0 }))
  return agendaWindow(Temporal.Instant.from(now))(items).map(
    ({ start, end, id }) => `${writeParisIso(start)} ${writeParisIso(end)} ${id}`,
  )
}

test('H-126 H-127 TO-10 any schedule written whole is seen by the old calls as recorded, and repeated by them it stays', async () => {
  const id = await newInstant(owner, { zipCode: '61234' })
  await fc.assert(
    fc.asyncProperty(writtenArb, async (written) => {
      if (written.kind === 'hours') await setWeek(owner, written.week)
      ok(await putSchedule(owner, id, written))
      const before = await get(owner, id)
      expect(seenIn(before).toSorted()).toEqual((await seenOf(written)).toSorted())
      expect(new Set(idsOf(before)).size).toBe(idsOf(before).length)
      if (written.kind !== 'hours') expect(await agendaOf(id)).toEqual(agendaOfRules(before))
      const after = ok<ServerInstant>(await update(owner, id, { title: 'Un autre titre' }))
      expect(after.schedule).toEqual(before.schedule)
      expect([after.publication, after.status, after.sequence]).toEqual([
        before.publication,
        before.status,
        before.sequence,
      ])
      expect([seenIn(after), idsOf(after)]).toEqual([seenIn(before), idsOf(before)])
    }),
    { ...runs, examples: [[lastMinuteOfDay]] },
  )
})

const oldDate = fc
  .record({ at: fc.nat(20), from: fc.nat(1_400), length: fc.integer({ min: 1, max: 39 }), ...flags })
  .map(({ at, from, length, preview, enabled }): Time[] => [
    oldTime('fixed', `${day(at)} ${clock(from)}`, `${day(at)} ${clock(from + length)}`, preview, enabled),
  ])
const oldLine = fc
  .record({
    type: fc.constantFrom(...dayTypes),
    from: fc.integer({ min: 120, max: 1_400 }),
    length: fc.integer({ min: 15, max: 39 }),
    ...flags,
  })
  .map(({ type, from, length, preview, enabled }) =>
    oldTime(type, `2027-01-04 ${clock(from)}`, `2027-01-04 ${clock(from + length)}`, preview, enabled),
  )
const oldArb = fc.oneof(oldDate, fc.array(oldLine, { minLength: 1, maxLength: 6 }))

function oldTime(type: DayType | 'fixed', start: string, end: string, preview: boolean, isEnabled: boolean): Time {
  const activationTimeType = preview ? 'DURING_AND_BEFORE_TWO_HOUR' : 'during_instant'
  return { activationTimeType, activeDayType: type, startDateTime: start, endDateTime: end, isEnabled }
}

const seenOfTime = ({ activationTimeType, activeDayType, startDateTime, endDateTime, isEnabled }: Time) =>
  seenTime(
    activationTimeType !== 'during_instant',
    String(activeDayType),
    `${startDateTime}-${String(endDateTime).slice(11)}`,
    null,
    isEnabled === true,
  )

/** A list of the old call as the whole schedule that it means. */
const wholeOf = ({ activationTimeType, activeDayType: type, startDateTime, endDateTime, isEnabled: enabled }: Time) => {
  const preview = activationTimeType !== 'during_instant'
  if (type === 'fixed') return { start: startDateTime, end: endDateTime, preview, enabled }
  const [start, end] = [String(startDateTime).slice(11), String(endDateTime).slice(11)]
  return { days: daysOfType(type as DayType), start, end, preview, enabled, from: null, until: null, except: [] }
}

test('I-098 C-029 H-131 AMB-80 any list of the old calls is a schedule with the same ids, and written whole it is still that list', async () => {
  const id = ok<number>(await post(owner, { zipCode: '61234' }))
  await fc.assert(
    fc.asyncProperty(oldArb, fc.nat(3), async (times, kept) => {
      const known = idsOf(await get(owner, id)).slice(0, kept)
      const sent = times.map((time, at) => ({ ...time, ...(known[at] && { id: known[at] }) }))
      const stored = ok<ServerInstant>(await update(owner, id, { activationTimes: sent }))
      expect(seenIn(stored).toSorted()).toEqual(times.map(seenOfTime).toSorted())
      expect(idsOf(stored)).toEqual(expect.arrayContaining(known.slice(0, times.length)))
      const { schedule } = stored
      const whole = [...(schedule?.dates ?? []), ...(schedule?.weekly ?? [])]
      expect(new Set(whole.map((one) => one.id))).toEqual(new Set(idsOf(stored)))
      const dated = (text: string) => (text.length > 5 ? local(text) : text)
      const texts = whole.map(({ id: _id, start, end, ...one }) => ({ ...one, start: dated(start), end: dated(end) }))
      expect(texts).toEqual(expect.arrayContaining(times.map((time) => expect.objectContaining(wholeOf(time)))))
      expect(stored.status).toBe(times.some(({ isEnabled }) => isEnabled))
      expect(await agendaOf(id)).toEqual(agendaOfRules(stored))

      const again = ok<ServerInstant>(await putSchedule(owner, id, schedule ?? {}))
      expect(again.schedule).toEqual(schedule)
      expect(idsOf(again)).toEqual(idsOf(stored))
      const onNoDay = (seen: string[]) => seen.map((text) => text.replace(/\d{4}-\d\d-\d\d(?= \d\d:\d\d-)/, 'day'))
      expect(onNoDay(seenIn(again))).toEqual(onNoDay(seenIn(stored)))
    }),
    runs,
  )
})
