import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ requestId: string }>()

/** The number of the call that is being answered, as in the log and in the audit trail; none in a job or a command. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId

export function runCall<T>(requestId: string, work: () => Promise<T>): Promise<T> {
  return current.run({ requestId }, work)
}
