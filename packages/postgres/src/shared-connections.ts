import { codeOf } from '@parvis/domain/kernel/error-code'
import pg from 'pg'
import { leavesUsable } from './connection.ts'
import { Pipeline, type Result, type Statement } from './pipeline.ts'
import { isOutdated } from './retried.ts'

/** Statements under way on one connection at most: with statements of a tenth of a millisecond, the last waits for two. */
const depth = 16
/** A connection whose oldest statement waits for so long takes no further one: a slow one holds up only those sent just before. */
const stalledMilliseconds = 20
const reopenMilliseconds = 1_000
/** How often a connection at work is looked at for an answer that does not come. */
const lookMilliseconds = 100

/**
 * A few connections in pipeline mode, each shared by the statements of many calls (multiplexing): those of one turn of the event
 * loop leave in one write, PostgreSQL answers them one after the other without going to sleep, and their answers arrive in one
 * read. Each statement has its own Sync: one that fails undoes none of the others. For short statements that are a transaction
 * by themselves and may be asked twice.
 */
export class SharedConnections {
  readonly #options: pg.PoolConfig
  readonly #all: (SharedConnection | undefined)[]
  /** Subjects of fair turns (sessions) that have a statement under way. */
  readonly #subjects = new Set<string>()
  #opening: Promise<void> | undefined
  #openedAt = -reopenMilliseconds
  #hasEnded = false

  constructor(options: pg.PoolConfig, count: number) {
    this.#options = options
    this.#all = Array<undefined>(count).fill(undefined)
  }

  /** Connections with a statement under way. */
  get used(): number {
    return this.#all.filter((one) => one !== undefined && one.sent.length > 0).length
  }

  /**
   * Asks on the connection that has the fewest statements under way. Undefined, for the caller to ask the pool, when each is missing,
   * full or stalled, when it was lost before it answered, which replaces it, and for a second statement of a subject: eight long
   * ones of a session would hold up both.
   */
  async ask(statement: Statement, subject: string): Promise<Result | undefined> {
    const chosen = this.#subjects.has(subject) ? undefined : this.#choose()
    if (!chosen) return undefined
    // Jobs and pages have no subject of their own.
    if (subject !== '') this.#subjects.add(subject)
    try {
      return await chosen.send(statement)
    } catch (error) {
      if (wasAnswered(error)) throw error
      this.#replace(chosen)
      return undefined
    } finally {
      this.#subjects.delete(subject)
    }
  }

  #choose(): SharedConnection | undefined {
    let best: SharedConnection | undefined
    for (const one of this.#all) {
      if (one === undefined) this.#reopen()
      else if (!one.isLate(stalledMilliseconds) && one.sent.length < (best?.sent.length ?? depth)) best = one
    }
    return best
  }

  /** Opens what is missing in the background, once a second at most; calls take a connection of the pool meanwhile. */
  #reopen(): void {
    if (!this.#hasEnded && performance.now() - this.#openedAt >= reopenMilliseconds) void this.open()
  }

  /** Opens the connections that are missing, one after the other; gives up when the database is away. */
  open(): Promise<void> {
    this.#openedAt = performance.now()
    this.#opening ??= this.#openMissing().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #openMissing(): Promise<void> {
    for (const [index, known] of this.#all.entries()) {
      if (known) continue
      const client = new pg.Client({ ...this.#options, query_timeout: 0, pipeline: true } as pg.ClientConfig)
      const leave = () => {
        if (this.#all[index]?.client === client) this.#all[index] = undefined
      }
      client.on('error', leave).on('end', leave)
      const isOpen = await client.connect().then(
        () => true,
        () => false,
      )
      if (!isOpen) return
      if (this.#hasEnded) return await client.end()
      this.#all[index] = new SharedConnection(client, this.#options.query_timeout)
    }
  }

  /**
   * Replaces the connections: one of the pool was lost, or reached a leader that became a standby, and a shared one, which only reads,
   * would not find out.
   */
  renew(): void {
    for (const one of this.#all) if (one) this.#replace(one)
  }

  /** What it has under way is still answered. */
  #replace(former: SharedConnection): void {
    const index = this.#all.indexOf(former)
    if (index >= 0) this.#all[index] = undefined
    former.retire()
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#opening
    await Promise.all(this.#all.map(async (one) => await one?.client.end()))
  }
}

/** One of them. */
class SharedConnection {
  readonly client: pg.Client
  /** When each statement under way was sent, the oldest first: PostgreSQL answers in this order. */
  readonly sent: number[] = []
  #isRetired = false

  /**
   * `longest`: milliseconds that a statement waits for its answer, before the connection is cut. With a timer for each, as pg sets them,
   * all that a call had made stayed in V8's old space: a list of conversations cost a quarter more (decision 0106).
   */
  constructor(client: pg.Client, longest = Infinity) {
    this.client = client
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
    const look = () => this.isLate(longest - lookMilliseconds) && stream.destroy()
    const looks = setInterval(look, lookMilliseconds).unref()
    client.once('end', () => clearInterval(looks))
  }

  /** Whether the oldest statement has waited so long for its answer. */
  isLate(milliseconds: number): boolean {
    return performance.now() - (this.sent[0] ?? Infinity) > milliseconds
  }

  async send(statement: Statement): Promise<Result> {
    this.sent.push(performance.now())
    try {
      return await new Promise((resolve, reject) => {
        const pipeline = new Pipeline([statement], (error, results) =>
          error ? reject(error) : resolve(results[0] as Result),
        )
        this.client.query(pipeline as unknown as pg.Query)
      })
    } finally {
      this.sent.shift()
      if (this.#isRetired) this.retire()
    }
  }

  /** Ends the connection once nothing is under way. */
  retire(): void {
    this.#isRetired = true
    if (this.sent.length === 0) void this.client.end()
  }
}

const unknownStatement = '26000'

/**
 * Whether the connection answered, the refusal of a statement included. Not when it does not know a prepared statement, which it may
 * have lost: the statement before it, whose Parse failed, had brought the text of both. Nor when it knows one of an older schema.
 */
function wasAnswered(error: unknown): boolean {
  return leavesUsable(error) && codeOf(error) !== unknownStatement && !isOutdated(error)
}
