/** One NOTIFY of PostgreSQL: its channel and its payload. */
export type NotifyMessage = { channel: string; payload: string }

/** Sends the NOTIFY of committed transactions beside them. */
export type Notifier = {
  send(notices: readonly NotifyMessage[]): void
  /** Those of a commit that got no answer; undefined when a failed statement left them unknown. */
  sendUnsure(notices: readonly NotifyMessage[] | undefined): void
}

/** NOTIFY as one statement: what a sender asks, and a pool that has none. */
export const notifyStatement = (notices: readonly NotifyMessage[]) => ({
  text: 'select pg_notify(told.channel, told.payload) from unnest($1::text[], $2::text[]) as told (channel, payload)',
  values: [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)],
})
