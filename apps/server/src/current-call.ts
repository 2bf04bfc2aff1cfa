import { AsyncLocalStorage } from 'node:async_hooks'

/** A call's place among those at work: given back while it waits for something that has a queue of its own. */
export type Place = {
  /** The work begins and ends: a place is kept until then, although the client went away. */
  begin(): void
  end(): void
  rest(): void
  goOn(): void
}

type CurrentCall = {
  requestId: string
  /** Who shares what is scarce: a session, or everybody without one. */
  subject?: string | undefined
  place?: Place | null
}

const current = new AsyncLocalStorage<CurrentCall>()

/** The number of the call that is being answered, as in the log and in the audit trail; none in a job or a command. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId

/** Whose turn it is when a queue serves one session after the other; one subject for all jobs and commands. */
export const currentSubject = (): string => current.getStore()?.subject ?? ''

export async function runCall<T>(call: CurrentCall, work: () => Promise<T>): Promise<T> {
  call.place?.begin()
  try {
    return await current.run(call, work)
  } finally {
    call.place?.end()
  }
}

/** Waits in a queue without holding a place among the calls at work; the queue says when the work starts. */
export async function waitWithoutPlace<T>(queue: (start: () => void) => Promise<T>): Promise<T> {
  const place = current.getStore()?.place
  place?.rest()
  const goOn = () => place?.goOn()
  return await queue(goOn).finally(goOn)
}
