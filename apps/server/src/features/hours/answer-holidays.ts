import type { HourException } from '@parvis/domain/hours/day-hours'
import { checkRanges, maxComingEntries, readException } from '@parvis/domain/hours/exception-rules'
import { holidayOn } from '@parvis/domain/hours/holidays'
import type { hoursContract } from '@parvis/domain/hours/hours.contract'
import type { Body } from '@parvis/domain/kernel/contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { changeHours, type HoursStanding } from './change-hours.ts'
import {
  deleteAnswer,
  deleteException,
  type ExceptionToSave,
  type HolidayAnswer,
  saveAnswer,
  saveException,
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
  { tx, companyId }: HoursStanding,
  { date, decision, ranges }: TypedAnswer & { decision: 'closed' | 'special' },
  answered: HourException | undefined,
  entry: HourException | undefined,
) {
  const kind = decision === 'special' ? 'open' : 'closed'
  const day = { ...readException({ from: date, kind, ranges }), source: 'holiday' as const }
  if (answered && isSame(answered, day)) return
  const exceptionId = await saveException(tx, companyId, day, entry)
  await saveAnswer(tx, companyId, { day: date, decision, exceptionId })
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

function isSame(entry: HourException, { kind, source, ranges }: ExceptionToSave): boolean {
  const isKind = entry.source === source && entry.kind === kind
  return isKind && entry.closesAt === null && JSON.stringify(entry.ranges) === JSON.stringify(ranges)
}

function refuseTooMany({ hours, today }: HoursStanding, typed: readonly TypedAnswer[]): void {
  const known = new Set(hours.exceptions.filter(({ to }) => to >= today).map(({ from, to }) => `${from} ${to}`))
  for (const { date, decision } of typed)
    if (decision === 'closed' || decision === 'special') known.add(`${date} ${date}`)
  if (known.size > maxComingEntries) throw refusal('hours.limit')
}
