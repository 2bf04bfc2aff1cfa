import type { HourException } from '@parvis/domain/hours/day-hours'
import { checkRanges, maxComingEntries, readRanges } from '@parvis/domain/hours/exception-rules'
import { type HolidayDecision, holidayOn } from '@parvis/domain/hours/holidays'
import type { hoursContract } from '@parvis/domain/hours/hours.contract'
import type { ClockRange } from '@parvis/domain/hours/week'
import type { Body } from '@parvis/domain/kernel/contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { changeHours, type HoursStanding } from './change-hours.ts'
import {
  deleteAnswer,
  deleteException,
  type HolidayAnswer,
  insertException,
  saveAnswer,
  updateException,
} from './hours.queries.ts'

type TypedAnswer = Body<typeof hoursContract.answerHolidays>['decisions'][number]

/**
 * Answers for public holidays, all or nothing: closed and special are exceptional days, « comme d’habitude » takes the
 * exceptional day away, null asks again. 404 for a day that is no holiday of the zone.
 */
export async function answerHolidays(deps: Dependencies, companyId: string, typed: readonly TypedAnswer[]) {
  return await changeHours(deps, companyId, async (standing) => {
    if (typed.some(({ date }) => !holidayOn(standing.hours.zone, date))) throw refusal('request.not_found')
    for (const one of typed) {
      if (one.date < standing.today) refuseFields({ date: 'past_day_error' })
      if (one.decision === 'special') refuseFields(checkRanges(one.ranges ?? []))
    }
    // The last answer for a day holds.
    for (const one of new Map(typed.map((answer) => [answer.date, answer])).values()) await answer(standing, one)
    refuseTooMany(standing, typed)
  })
}

async function answer(standing: HoursStanding, typed: TypedAnswer) {
  const { exceptions, answers } = standing.hours
  const entry = exceptions.find(({ from, to }) => from === typed.date && to === typed.date)
  const stored = answers.find(({ day }) => day === typed.date)
  if (typed.decision === 'closed' || typed.decision === 'special')
    return await answerByDay(standing, { ...typed, decision: typed.decision }, stored && entry, entry)
  await answerByWeek(standing, typed, stored, entry)
}

async function answerByDay(
  standing: HoursStanding,
  { date, decision, ranges }: TypedAnswer & { decision: 'closed' | 'special' },
  answered: HourException | undefined,
  entry: HourException | undefined,
) {
  const times = decision === 'special' ? readRanges(ranges ?? []) : []
  if (answered && isSame(answered, decision, times)) return
  const exceptionId = await setDay(standing, date, times, entry)
  await saveAnswer(standing.tx, standing.companyId, { day: date, decision, exceptionId })
}

/** « Comme d’habitude » takes any entry of the day away; asking again leaves one of the owner's own. */
async function answerByWeek(
  { tx, companyId }: HoursStanding,
  { date, decision }: TypedAnswer,
  stored: HolidayAnswer | undefined,
  entry: HourException | undefined,
) {
  if (entry && (decision === 'usual' || entry.source === 'holiday')) await deleteException(tx, companyId, entry.id)
  if (decision === null && stored) await deleteAnswer(tx, companyId, date)
  if (decision === 'usual' && stored?.decision !== 'usual')
    await saveAnswer(tx, companyId, { day: date, decision, exceptionId: null })
}

async function setDay(
  { tx, companyId }: HoursStanding,
  date: string,
  ranges: ClockRange[],
  entry: HourException | undefined,
) {
  const day = {
    from: date,
    to: date,
    kind: ranges.length > 0 ? ('open' as const) : ('closed' as const),
    ranges,
    closesAt: null,
    opensFrom: null,
    sets: {},
    message: null,
    source: 'holiday' as const,
  }
  if (!entry) return await insertException(tx, companyId, day)
  await updateException(tx, companyId, { ...day, id: entry.id })
  return entry.id
}

function isSame(entry: HourException, decision: HolidayDecision, ranges: readonly ClockRange[]): boolean {
  const isKind = entry.source === 'holiday' && entry.kind === (decision === 'closed' ? 'closed' : 'open')
  return isKind && entry.closesAt === null && JSON.stringify(entry.ranges) === JSON.stringify(ranges)
}

function refuseTooMany({ hours, today }: HoursStanding, typed: readonly TypedAnswer[]): void {
  const known = new Set(hours.exceptions.filter(({ to }) => to >= today).map(({ from, to }) => `${from} ${to}`))
  for (const { date, decision } of typed)
    if (decision === 'closed' || decision === 'special') known.add(`${date} ${date}`)
  if (known.size > maxComingEntries) throw refusal('hours.limit')
}
