import type { BystanderReport } from '../bench/parts/bystander.ts'
import type { Answer } from '../bench/parts/http-client.ts'
import { type Check, holds, within } from './fault.ts'

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
