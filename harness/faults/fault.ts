import { availableParallelism, loadavg } from 'node:os'
import type { BystanderReport } from '../bench/parts/bystander.ts'
import type { Answer } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'

/** A case of trust.md section 4: the fault, and what must hold nevertheless. */
export type Fault = {
  id: string
  title: string
  /** Why this machine cannot play it, when it cannot: nothing is shown then. */
  misses?: () => string | undefined
  /** Only played before a delivery, or when it is asked for by its id. */
  isLong?: true
  /** `part` names one of its parts, where it has some: only that one is played. */
  run(context: { testbed: Testbed; long: boolean; part?: string | undefined }): Promise<Outcome>
}

export type Outcome = {
  done: string
  /** Milliseconds until the product answered again, one per blow. */
  recoveries?: number[]
  checks: Check[]
  /** Planted defects that must turn this case red; at least one. */
  controls: Control[]
}

/** A planted defect, and whether the case's own checks detected it (G33). */
export type Control = { defect: string; caught: boolean }

/** `broken` fails the run. `slow` exceeds a target within what the machine's load may explain: reported only. */
export type Check = { what: string; verdict: 'holds' | 'slow' | 'broken' }

export function holds(what: string, isTrue: boolean): Check {
  return { what, verdict: isTrue ? 'holds' : 'broken' }
}

/** A time against its target of trust.md, set for an idle machine: broken at three times, more when others use the cores. */
export function within(what: string, milliseconds: number, target: number): Check {
  const share = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  const verdict = milliseconds <= target ? 'holds' : milliseconds <= target * 3 * share ? 'slow' : 'broken'
  return { what: `${what} ${seconds(milliseconds)} (target ${seconds(target)})`, verdict }
}

/** The verdict of the case's own checks on a planted defect: only `broken` counts, `slow` proves nothing. */
export function planted(defect: string, checks: readonly Check[]): Control {
  return { defect, caught: worst(checks) === 'broken' }
}

export function worst(checks: readonly Check[]): Check['verdict'] {
  const found = new Set(checks.map(({ verdict }) => verdict))
  return found.has('broken') ? 'broken' : found.has('slow') ? 'slow' : 'holds'
}

export const timesOf = (answers: readonly { milliseconds: number }[]): number[] =>
  answers.map(({ milliseconds }) => milliseconds)

/** How long each took that was answered 200; the others took for ever. */
export const timesToSuccess = (answers: readonly { status: number; milliseconds: number }[]): number[] =>
  answers.map(({ status, milliseconds }) => (status === 200 ? milliseconds : Number.POSITIVE_INFINITY))

/** Each of these was answered by one of the statuses allowed; 0: no answer. */
export function judgeStatuses(what: string, answers: readonly { status: number }[], allowed: readonly number[]): Check {
  const counts = [...Map.groupBy(answers, ({ status }) => status)].map(
    ([status, { length }]) => `${length} x ${status}`,
  )
  const isRight = answers.every(({ status }) => allowed.includes(status))
  return holds(`${what}: ${counts.join(', ') || 'none'}`, isRight)
}

export function judgeRetryAfter(refused: readonly Pick<Answer, 'headers'>[]): Check {
  const bare = refused.filter(({ headers }) => headers['retry-after'] === undefined).length
  return holds(`refused without a word of when to come back: ${bare} of ${refused.length}`, bare === 0)
}

/** Another person, who called all the while (`startBystander`), was always answered, and in time. */
export function judgeBystander({ times, refusals }: BystanderReport, target: number): Check[] {
  const refused = `${refusals.length} ${refusals.slice(0, 3).join('; ')}`.trim()
  return [
    holds(`another person, ${times.length} calls, refused ${refused}`, refusals.length === 0),
    within('another person, p99', percentile(times, 0.99), target),
  ]
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
