import type { Temporal } from 'temporal-polyfill'
import { call } from '../../lib/request.ts'
import { type ServerInstant, scheduleOf } from './instant.ts'

const week = 7 * 24 * 3_600_000

/** « Refaire »: a draft with all of it, its dates on the same weekday of the next possible week. */
export function redoInstant(instant: ServerInstant, now: Temporal.Instant) {
  const starts = scheduleOf(instant).flatMap((item) => (item.kind === 'fixed' ? [item.start.epochMilliseconds] : []))
  const first = Math.min(...starts)
  // An hour more or less at a clock change is no week.
  const shiftWeeks =
    starts.length === 0 ? null : Math.max(1, Math.ceil((now.epochMilliseconds - first + 3_600_000) / week))
  return call('POST /v1/instants/:id/copy', {
    params: { id: instant.instantInformation.id },
    body: { keep: ['texts', 'picture', 'place', 'schedule'], shiftWeeks },
  })
}
