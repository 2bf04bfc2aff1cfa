export type OutboxEntry = {
  kind: 'sms' | 'push' | 'webhook' | 'email'
  to: string
  text: string
  payload?: unknown
}

/**
 * Where the embedded providers put what they "sent" (AMB-09), read at /v1/dev/outbox in development.
 * `putAll` is for a fan-out (100,000 devices): one statement for many rows.
 */
export type Outbox = {
  put(entry: OutboxEntry): Promise<void>
  putAll?(entries: readonly OutboxEntry[]): Promise<void>
}
