import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../apps/server/src/db/database.ts'
import { call } from '../bench/parts/http-client.ts'
import { countTexts, type Thread } from '../sql/seed.ts'
import { startDefectiveProxy } from './defective-proxy.ts'
import { type Check, type Control, holds, planted } from './fault.ts'

export type Writers = AsyncDisposable & {
  acknowledged: Set<string>
  /** Answers by status, besides 200. */
  refused: Map<number, number>
  /** Resolves when a message is acknowledged from now on. */
  nextAcknowledgement(): Promise<void>
  stop(): Promise<void>
}

/**
 * One client per conversation writes unique messages, each with a key of its own, and sends it again until it is
 * answered: after `stop`, what was begun is finished first.
 */
export function startWriters(base: () => string, threads: readonly Thread[], label: string): Writers {
  const acknowledged = new Set<string>()
  const refused = new Map<number, number>()
  const waiting: (() => void)[] = []
  let stopped = false
  const write = async (thread: Thread): Promise<void> => {
    while (!stopped) {
      const text = `${label} ${randomUUID()}`
      await sendUntilAnswered(base, thread, text, (status) => refused.set(status, (refused.get(status) ?? 0) + 1))
      acknowledged.add(text)
      for (const wake of waiting.splice(0)) wake()
    }
  }
  const all = Promise.all(threads.map(write))
  const stop = async () => {
    stopped = true
    await all
  }
  const nextAcknowledgement = () => new Promise<void>((resolve) => waiting.push(resolve))
  return { acknowledged, refused, nextAcknowledgement, stop, [Symbol.asyncDispose]: stop }
}

async function sendUntilAnswered(
  base: () => string,
  { discussionId, token }: Thread,
  text: string,
  onRefused: (status: number) => void,
): Promise<void> {
  const headers = { 'idempotency-key': text }
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const path = `/v1/discussions/${discussionId}/message`
    const answer = await call(base(), 'POST', path, { token, json: { message: text }, headers }).catch(() => undefined)
    if (answer?.status === 200) return
    if (answer) onRefused(answer.status)
    await pause(20)
  }
  throw new Error('a message was not answered in 60 s')
}

/** Acknowledged messages that are not stored, and messages stored more than once. */
export async function compareWritten(db: Database, label: string, acknowledged: ReadonlySet<string>) {
  const stored = await countTexts(db, `${label} `)
  const lost = [...acknowledged].filter((text) => !stored.has(text)).length
  const duplicates = [...stored.values()].reduce((sum, copies) => sum + copies - 1, 0)
  return { lost, duplicates }
}

export function judgeWritten({ lost, duplicates }: { lost: number; duplicates: number }): Check[] {
  return [holds(`lost ${lost}`, lost === 0), holds(`duplicates ${duplicates}`, duplicates === 0)]
}

type Stage = { db: Database; threads: readonly Thread[]; label: string; base: () => string }

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
  return planted(defect, judgeWritten(await compareWritten(stage.db, label, writers.acknowledged)))
}
