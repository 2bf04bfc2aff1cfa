/** Turns in which connections are lent: round robin between the subjects that wait. */
export type Turns = {
  readonly waiting: number
  take: (requester: { subject: string }) => boolean
  wait: (requester: { subject: string }, bounds: { milliseconds: number }) => Promise<void>
  leave: () => void
}

/** What the driver asks of the process around it about the call, job or command that it works for. */
export type CallContext = {
  /** Whose turn a connection is waited for in. */
  currentSubject: () => string
  /** Milliseconds that the call has waited for connections so far. */
  databaseWaited: () => number
  countDatabaseWait: (milliseconds: number) => void
  /** The value again; throws in a read whose client has disconnected. */
  stillAwaited: <T>(value: T) => T
  /** The unit of work whose transaction everything called inside it shares. */
  currentUnit: () => object | undefined
  runUnit: <T>(unit: object, work: () => Promise<T>) => Promise<T>
  /** Calls back in a later turn of the event loop, one caller per turn. */
  resumeInTurn: (resume: () => void) => void
  /** `max` at once; `reason` is why a wait that was too long is refused. */
  turnsOf: (max: number, reason: () => Error) => Turns
}
