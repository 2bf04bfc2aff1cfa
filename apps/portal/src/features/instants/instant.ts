import type { AnswerOf } from '@parvis/domain/api'
import { readActivationTime } from '@parvis/domain/instants/activation-time'
import { type InstantKind, instantKind } from '@parvis/domain/instants/kind'
import { nextOccurrence } from '@parvis/domain/instants/occurrences'
import { type ScheduleItem, scheduleKind } from '@parvis/domain/instants/schedule'
import { type TimeLeft, timeLeft } from '@parvis/domain/instants/time-left'
import type { Temporal } from 'temporal-polyfill'

/** An instant as the server answers it. */
export type ServerInstant = AnswerOf<'GET /v1/instants/:id'>

/** `draft`: no schedule yet, seen by its owner only (AMB-81). `paused`: every item is (AMB-80). */
export type InstantState = 'draft' | 'paused' | 'running' | 'coming' | 'over'

/** The schedule of an instant as the rules of the domain read it. */
export function scheduleOf(instant: ServerInstant): ScheduleItem[] {
  return instant.instantActivationTimes.flatMap((time) => {
    const read = readActivationTime(time)
    return 'item' in read ? [read.item] : []
  })
}

/** The tab and the form of an instant (I-060, I-061, I-065). */
export function kindOf(instant: ServerInstant): InstantKind {
  return instantKind(instant.instantInformation.category, scheduleKind(scheduleOf(instant)))
}

export type Standing = { state: InstantState; left: TimeLeft; start: number | undefined }

/** Where an instant stands at a moment, with the start and the time left of its occurrence (I-100 to I-104, AMB-136). */
export function standingOf(instant: ServerInstant, now: Temporal.Instant): Standing {
  const items = scheduleOf(instant)
  const next = nextOccurrence(items, now)
  const left = timeLeft(next, now)
  return { state: stateOf(items.length > 0, instant.status, left), left, start: next?.originalStart }
}

function stateOf(hasSchedule: boolean, isEnabled: boolean, left: TimeLeft): InstantState {
  if (!hasSchedule) return 'draft'
  if (!isEnabled) return 'paused'
  if (left.state === 'over') return 'over'
  return left.state === 'running' ? 'running' : 'coming'
}
