import { AsyncLocalStorage } from 'node:async_hooks'
import { refusal } from '@parvis/domain/refusals'

/** The slot of a call in flight (admission/calls.ts), given back while the call waits in a queue of its own. */
export type CallSlot = {
  /** Begin and end of the call's work: the slot is kept until `end`, also when the client has disconnected. */
  begin(): void
  end(): void
  rest(): void
  goOn(): void
  /** The answer is ready and being sent. */
  answer(): void
  /** True when the client of a read has disconnected: its further statements are useless. */
  isAbandoned(): boolean
}

type CurrentCall = {
  requestId?: string
  /** Subject of fair turns (admission/requester.ts). */
  subject?: string | undefined
  slot?: CallSlot | null
  ahead?: ReadAhead[] | undefined
  /** Milliseconds spent waiting for database connections so far. */
  waited?: number
  counted?: CountedUse[] | undefined
  /** The unit of work (`packages/postgres/src/transaction.ts`) whose transaction everything called inside it shares. */
  unit?: object
}

/** Rows read in the authentication statement, for that prepared statement with these values; used once. */
export type ReadAhead = { statement: unknown; values: object; rows: unknown[] }

/** A use of a limit that the authentication statement has counted. */
export type CountedUse = { name: string; subject: string; used: number; secondsLeft: number }

const current = new AsyncLocalStorage<CurrentCall>()

/** Id of the current request, as in the log and in the audit trail; undefined in a job or a command. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId

/** Milliseconds that the current call has waited for database connections; 0 in a job or a command. */
export const databaseWaited = (): number => current.getStore()?.waited ?? 0

export function countDatabaseWait(milliseconds: number): void {
  const call = current.getStore()
  if (call) call.waited = (call.waited ?? 0) + milliseconds
}

/** Subject of queues that serve sessions in turn; one for all jobs, commands and pages. */
export const currentSubject = (): string => current.getStore()?.subject ?? ''

/** Returns the rows read ahead for this statement with these values, once: a second read queries the database again. */
export function takeReadAhead(statement: unknown, values: object): unknown[] | undefined {
  const ahead = current.getStore()?.ahead
  const index = ahead?.findIndex((read) => read.statement === statement && isSame(values, read.values)) ?? -1
  return index < 0 ? undefined : ahead?.splice(index, 1)[0]?.rows
}

const isSame = (values: object, ahead: object) =>
  Object.keys(values).every((name) => Reflect.get(values, name) === Reflect.get(ahead, name))

/**
 * Throws in a read whose client has disconnected, before its next statement and before its answer is written; a write is
 * completed.
 */
export function stillAwaited<T>(value: T): T {
  if (current.getStore()?.slot?.isAbandoned()) throw refusal('request.upstream_unavailable', { retryAfter: 1 })
  return value
}

/** Returns the use of this limit counted by the authentication statement, once: a second use is counted by itself. */
export function takeCountedUse(name: string, subject: string): CountedUse | undefined {
  const counted = current.getStore()?.counted ?? []
  const index = counted.findIndex((use) => use.name === name && use.subject === subject)
  return index < 0 ? undefined : counted.splice(index, 1)[0]
}

export async function runCall<T>(call: CurrentCall, work: () => Promise<T>): Promise<T> {
  call.slot?.begin()
  try {
    return await current.run(call, work)
  } finally {
    call.slot?.end()
  }
}

export const currentUnit = (): object | undefined => current.getStore()?.unit

export const runUnit = <T>(unit: object, work: () => Promise<T>): Promise<T> =>
  current.run({ ...current.getStore(), unit }, work)

/** Waits for a queue of its own (a decoder, another process) without a slot among the calls in flight. */
export async function waitWithoutSlot<T>(elsewhere: () => Promise<T>): Promise<T> {
  const slot = current.getStore()?.slot
  slot?.rest()
  return await elsewhere().finally(() => slot?.goOn())
}
