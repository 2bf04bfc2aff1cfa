import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { CallContext, Turns } from './call-context.ts'
import { Connection } from './connection.ts'
import type { Notifier } from './notices.ts'
import type { Statement } from './pipeline.ts'
import { createPool, type PoolSettings } from './pool.ts'
import { SharedConnections } from './shared-connections.ts'

const namedStatements = 400
const minMilliseconds = 100
const tooLate = () => new Error('timeout exceeded when trying to connect')

/** The connections of a database, lent session by session, and what is said of their statements. */
export class ConnectionPool {
  readonly clients: pg.Pool
  readonly call: CallContext
  readonly turns: Turns
  readonly shared: SharedConnections | undefined
  readonly notifier: Notifier | undefined
  readonly #names = new Map<string, string>()
  #named = 0
  /** Behind a pooler in transaction mode, prepared statements would be shared between clients. */
  readonly #mayName: boolean

  constructor(settings: PoolSettings, call: CallContext) {
    this.call = call
    this.clients = createPool(settings, call)
    this.turns = call.turnsOf(this.clients.options.max, tooLate)
    this.shared = settings.shared ? new SharedConnections(this.clients.options, settings.shared) : undefined
    this.notifier = settings.notices
    this.#mayName = !settings.isPooled
  }

  /** Parsing a statement once per connection is what keeps hot reads cheap; ad-hoc ones beyond the cap are not named. */
  statementOf({ text, values }: Pick<Statement, 'text' | 'values'>): Statement {
    if (!this.#mayName || values.length === 0) return { text, values, name: undefined }
    const known = this.#names.get(text)
    if (known || this.#names.size >= namedStatements) return { text, values, name: known }
    const name = `s${this.#named++}`
    this.#names.set(text, name)
    return { text, values, name }
  }

  /** Every statement is prepared anew, under another name. */
  forgetNames(): void {
    this.#names.clear()
  }

  /** A command without values: `begin`, `commit`. */
  command(text: string): Statement {
    return { text, values: [], name: this.#mayName ? text : undefined }
  }

  /** Milliseconds that the current call may still wait for the database; undefined outside a call and before its first wait. */
  left(): number | undefined {
    const waited = this.call.databaseWaited()
    const { query_timeout: longest } = this.clients.options
    if (waited < 1 || !longest) return undefined
    return Math.max(minMilliseconds, longest - waited)
  }

  /**
   * Borrows a client of the pool within the time that the call has left. Sessions take turns (round robin): the pool's own
   * queue is first come, first served, so that a burst of one person would delay everybody.
   */
  async borrow(): Promise<Connection> {
    const began = performance.now()
    const max = this.clients.options.connectionTimeoutMillis ?? 0
    const left = Math.min(this.left() ?? max, max)
    const requester = { subject: this.call.currentSubject() }
    try {
      const isAtOnce = this.turns.take(requester)
      if (!isAtOnce) await this.turns.wait(requester, { milliseconds: left })
      return await this.#connect(isAtOnce && left === max ? undefined : left - (performance.now() - began))
    } finally {
      this.call.countDatabaseWait(performance.now() - began)
    }
  }

  /**
   * Connects once the turn is taken, so that the pool has a client free or room for one; rejects after `milliseconds` when that is
   * less than the pool's own time-out.
   */
  async #connect(milliseconds: number | undefined): Promise<Connection> {
    const asked = this.#lend()
    if (milliseconds === undefined) return await asked
    const settled = new AbortController()
    const late = pause(milliseconds, undefined, { signal: settled.signal })
    const connection = await Promise.race([asked, late]).finally(() => settled.abort())
    if (connection) return connection
    asked.then((unwanted) => unwanted.release()).catch(() => undefined)
    throw tooLate()
  }

  /** Gives the turn back when no client was got, also when the call's client disconnected while it waited. */
  async #lend(): Promise<Connection> {
    try {
      this.call.stillAwaited(undefined)
      return new Connection(await this.clients.connect(), this)
    } catch (error) {
      this.turns.leave()
      throw error
    }
  }

  /**
   * Warms up a long-lived pool: opens its connections one after the other, all but two, which calls may take meanwhile. Sixteen
   * opened at once by a burst would delay every call. When the database is away, it gives up: calls then connect by themselves.
   */
  async warmUp(): Promise<void> {
    await this.shared?.open()
    const opened: Connection[] = []
    while (opened.length < this.clients.options.max - 2) {
      const connection = await this.borrow().catch(() => undefined)
      if (!connection) break
      opened.push(connection)
    }
    for (const connection of opened) connection.release()
  }

  /** Connections in use, and calls that wait for one. */
  get numbers(): { used: number; waiting: number } {
    const { totalCount, idleCount } = this.clients
    return { used: totalCount - idleCount + (this.shared?.used ?? 0), waiting: this.turns.waiting }
  }

  async end(): Promise<void> {
    await this.shared?.end()
    if (!this.clients.ending) await this.clients.end()
  }
}
