import { call } from './call.ts'

const longest = 4_000

/** Tells the team about a render error. The chat address is known by the server only; a failed report is dropped. */
export function reportError(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const body = { name, message: message.slice(0, longest), stack: (stack ?? '').slice(0, longest) }
  call('POST /v1/error-report', { body, anonymous: true }).catch(() => undefined)
}
