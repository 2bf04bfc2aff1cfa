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

/** Where an instant stands at a moment, with the time left of its occurrence (I-100 to I-104, AMB-136). */
export function stateOf(instant: ServerInstant, now: Temporal.Instant): { state: InstantState; left: TimeLeft } {
  const items = scheduleOf(instant)
  const left = timeLeft(nextOccurrence(items, now), now)
  if (items.length === 0) return { state: 'draft', left }
  if (!instant.status) return { state: 'paused', left }
  if (left.state === 'over') return { state: 'over', left }
  return { state: left.state === 'running' ? 'running' : 'coming', left }
}
