import { AsyncLocalStorage } from 'node:async_hooks'
import { refusal } from '@parvis/domain/refusals'

/** A call's place among those at work: given back while it waits for something that has a queue of its own. */
export type CallPlace = {
  /** The work begins and ends: a place is kept until then, although the client went away. */
  begin(): void
  end(): void
  rest(): void
  goOn(): void
  /** The answer is ready, and its client reads it. */
  answer(): void
  /** Whether the client of a call that only reads went away: nobody waits for what is still to be read. */
  isForNobody(): boolean
}

type CurrentCall = {
  requestId: string
  /** Who shares what is scarce: a session, or the address of who calls without one. */
  subject?: string | undefined
  place?: CallPlace | null
  ahead?: ReadAhead | undefined
  /** Milliseconds that it has waited for database connections so far. */
  waited?: number
  counted?: CountedUse[] | undefined
}

/** What one statement of a call answered before the call was let in: for that statement with those values, once. */
export type ReadAhead = { statement: unknown; values: object; rows: unknown[] }

/** A use of a limit that was counted with the question who calls. */
export type CountedUse = { name: string; subject: string; used: number; secondsLeft: number }

const current = new AsyncLocalStorage<CurrentCall>()

/** The number of the call that is being answered, as in the log and in the audit trail; none in a job or a command. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId

/** How long the current call has waited for database connections; 0 in a job or a command. */
export const databaseWaited = (): number => current.getStore()?.waited ?? 0

export function countDatabaseWait(milliseconds: number): void {
  const call = current.getStore()
  if (call) call.waited = (call.waited ?? 0) + milliseconds
}

/** Whose turn it is when a queue serves one session after the other; one subject for all jobs, commands and pages. */
export const currentSubject = (): string => current.getStore()?.subject ?? ''

/** The rows that were read ahead of this call by that very statement with these very values; once, so that a second reading is a new one. */
export function takeReadAhead(statement: unknown, values: object): unknown[] | undefined {
  const call = current.getStore()
  const ahead = call?.ahead
  if (!call || !ahead || ahead.statement !== statement) return undefined
  if (Object.keys(values).some((name) => Reflect.get(values, name) !== Reflect.get(ahead.values, name)))
    return undefined
  call.ahead = undefined
  return ahead.rows
}

/** Ends a read whose client went away, before its next statement and before its answer is written; a write goes on to its end. */
export function stillAwaited<T>(value: T): T {
  if (current.getStore()?.place?.isForNobody()) throw refusal('request.upstream_unavailable', { retryAfter: 1 })
  return value
}

/** The use of this limit that was counted when the call came; once, so that a second use is counted by itself. */
export function takeCountedUse(name: string, subject: string): CountedUse | undefined {
  const counted = current.getStore()?.counted ?? []
  const place = counted.findIndex((use) => use.name === name && use.subject === subject)
  return place < 0 ? undefined : counted.splice(place, 1)[0]
}

export async function runCall<T>(call: CurrentCall, work: () => Promise<T>): Promise<T> {
  call.place?.begin()
  try {
    return await current.run(call, work)
  } finally {
    call.place?.end()
  }
}

/** Waits for what another process does in its turn, without holding a place among the calls at work. */
export async function waitWithoutPlace<T>(elsewhere: () => Promise<T>): Promise<T> {
  const place = current.getStore()?.place
  place?.rest()
  return await elsewhere().finally(() => place?.goOn())
}
