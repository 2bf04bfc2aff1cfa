import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../apps/server/src/db/database.ts'
import { tryCall } from '../bench/parts/http-client.ts'
import { countTexts, type Thread } from '../sql/seed.ts'
import { startDefectiveProxy } from './defective-proxy.ts'
import { type Check, type Control, holds, planted } from './fault.ts'

type Attempt = { at: number; status: number; milliseconds: number; hasRetryAfter: boolean }

export type Writers = ReturnType<typeof startWriters>

/** How a client insists: so many tries, or until it is answered 200; milliseconds between two tries, and between two messages. */
type Insistence = { tries?: number; between?: number; rest?: number; timeout?: number; isKeyed?: boolean }

/** A person with a proxy between: a call that fails is made once more. */
export const onceMore = { tries: 2, between: 0, rest: 20 } satisfies Insistence

/**
 * One client per conversation writes unique messages, each with a key of its own unless `isKeyed` is false, to these
 * addresses in turn, and sends it again at the next one until it is answered.
 */
export function startWriters(
  bases: readonly string[] | (() => string),
  threads: readonly Thread[],
  label: string,
  insistence: Insistence = {},
) {
  const acknowledged = new Set<string>()
  /** Each try as it was answered; status 0 without an answer. */
  const attempts: Attempt[] = []
  /** Those answered by another status than 200. */
  const refused: Attempt[] = []
  /** What the last try of a message got, where it had so many only. */
  const failures: number[] = []
  const waiting: (() => void)[] = []
  let [retried, stopped, waits] = [0, false, true]
  const baseOf = (n: number) => (typeof bases === 'function' ? bases() : (bases[n % bases.length] ?? ''))
  const note = (attempt: Attempt, n: number) => {
    const { status } = attempt
    attempts.push(attempt)
    if (status !== 0 && status !== 200) refused.push(attempt)
    if (n > 0) retried++
    return waits
  }
  const write = async (thread: Thread, lane: number): Promise<void> => {
    for (let n = lane; !stopped; n++) {
      const text = `${label} ${randomUUID()}`
      const status = await insist((tries) => send(thread, text, baseOf(n + tries), insistence), note, insistence)
      if (status === 200) {
        acknowledged.add(text)
        for (const wake of waiting.splice(0)) wake()
      } else failures.push(status)
      await pause(insistence.rest ?? 0)
    }
  }
  const all = Promise.all(threads.map(write))
  /** What was begun is acknowledged first; or ends at once when that is not required. */
  const stop = async (isPatient = true) => {
    stopped = true
    waits = isPatient
    await all
  }
  /** Resolves when a message is acknowledged from now on. */
  const nextAcknowledgement = () => new Promise<void>((resolve) => waiting.push(resolve))
  const told = { acknowledged, attempts, refused, failures, retried: () => retried }
  return { ...told, nextAcknowledgement, stop, [Symbol.asyncDispose]: () => stop(false) }
}

/** Answers the status of the last try. `note` says whether to go on. */
async function insist(
  attempt: (tries: number) => Promise<Attempt>,
  note: (attempt: Attempt, tries: number) => boolean,
  { tries = Number.POSITIVE_INFINITY, between = 20, timeout = 60_000 }: Insistence,
): Promise<number> {
  const deadline = performance.now() + timeout
  for (let n = 0; ; n++) {
    const made = await attempt(n)
    const goesOn = note(made, n)
    if (made.status === 200 || n + 1 >= tries || !goesOn) return made.status
    if (performance.now() > deadline) throw new Error(`a message was not answered in ${timeout / 1_000} s`)
    await pause(between)
  }
}

async function send(
  { discussionId, token }: Thread,
  text: string,
  base: string,
  { isKeyed = true }: Insistence,
): Promise<Attempt> {
  const began = performance.now()
  // A header takes no typographic apostrophe.
  const headers = isKeyed ? { 'idempotency-key': text.slice(-36) } : {}
  const options = { token, json: { message: text }, headers, timeout: 15_000 }
  const answer = await tryCall(base, 'POST', `/v1/discussions/${discussionId}/message`, options)
  const at = performance.now()
  const hasRetryAfter = answer.headers['retry-after'] !== undefined
  return { at, status: answer.status, milliseconds: at - began, hasRetryAfter }
}

export function judgeRetried({ failures }: Pick<Writers, 'failures'>): Check {
  return holds(`failed after one retry: ${failures.length} ${failures[0] ?? ''}`.trim(), failures.length === 0)
}

/** Acknowledged messages that are not stored, and messages stored more than once. */
export async function judgeWritten(
  db: Db,
  label: string,
  { acknowledged }: Pick<Writers, 'acknowledged'>,
): Promise<Check[]> {
  const stored = await countTexts(db, `${label} `)
  const lost = [...acknowledged].filter((text) => !stored.has(text)).length
  const duplicates = [...stored.values()].reduce((sum, copies) => sum + copies - 1, 0)
  return [
    holds(`lost ${lost} of ${acknowledged.size} acknowledged`, lost === 0),
    holds(`duplicates ${duplicates}`, duplicates === 0),
  ]
}

type Stage = { db: Db; threads: readonly Thread[]; label: string; base: () => string }

/** Control: the same against a planted server that acknowledges before it writes, during `blow`. */
export async function acknowledgeFirst(stage: Stage, blow: () => Promise<void>): Promise<Control> {
  using proxy = await startDefectiveProxy(stage.base, 'answers first')
  return await played(stage, proxy.base, 'acknowledged before it is written', blow)
}

/** The same against a planted server that ignores Idempotency-Key. */
export async function retryWithoutKey(stage: Stage): Promise<Control> {
  using proxy = await startDefectiveProxy(stage.base, 'forgets keys')
  return await played(stage, proxy.base, 'no idempotency key', () => pause(500))
}

async function played(stage: Stage, base: string, defect: string, blow: () => Promise<void>): Promise<Control> {
  const label = `${stage.label} ${defect}`
  await using writers = startWriters(() => base, stage.threads.slice(0, 4), label)
  await writers.nextAcknowledgement()
  await blow()
  await writers.stop()
  // A message acknowledged too early may still be written.
  await pause(300)
  return planted(defect, await judgeWritten(stage.db, label, writers))
}
