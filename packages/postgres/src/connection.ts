import { codeOf } from '@parvis/domain/kernel/error-code'
import type pg from 'pg'
import { type Notifier, type NotifyMessage, notifyStatement } from './notices.ts'
import { Pipeline, type Result, type Statement } from './pipeline.ts'
import { isOutdated } from './retried.ts'

/** What a connection asks of the pool that lent it (`connection-pool.ts`). */
type Lender = {
  readonly notifier: Notifier | undefined
  readonly shared: { renew(): void } | undefined
  readonly turns: { leave(): void }
  statementOf(query: Pick<Statement, 'text' | 'values'>): Statement
  command(text: string): Statement
  forgetNames(): void
  /** Milliseconds that the current call may still wait. */
  left(): number | undefined
}

/** A unit of work (`transaction.ts`), which has a connection once its transaction is open. */
export class Unit {
  connection: Connection | undefined
}

type Waiting = { statement: Statement; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * A connection lent for one statement or one transaction. Statements asked for in one turn, awaited or not, travel in one message
 * (`pipeline.ts`); those asked for while it is under way, in the next.
 */
export class Connection {
  readonly #client: pg.PoolClient
  readonly #pool: Lender
  #waiting: Waiting[] = []
  #isSending = false
  #isReleased = false
  /** Why the connection is of no more use: a statement got no answer. */
  #broken: Error | undefined
  /** The first error of the transaction: PostgreSQL answers 25P02 (in_failed_sql_transaction) to what follows. */
  #failure: unknown
  #isInTransaction = false
  #notices: Promise<readonly NotifyMessage[]>[] = []
  /** Settles before the answer to any statement is given; its error is thrown instead. */
  gate: Promise<void> | undefined

  constructor(client: pg.PoolClient, pool: Lender) {
    this.#client = client
    this.#pool = pool
  }

  async ask(query: Pick<Statement, 'text' | 'values'>): Promise<object[]> {
    const answer = this.#send(this.#pool.statementOf(query))
    answer.catch(ignore)
    await this.gate
    return (await answer).rows
  }

  /** BEGIN travels with the first statement: opening a transaction costs no round trip. */
  begin(): void {
    this.#isInTransaction = true
    this.#send(this.#pool.command('begin')).catch(ignore)
  }

  /** Sends notices once the transaction is committed (`notices.ts`); the promise may wait for its statements. */
  notify(notices: Promise<readonly NotifyMessage[]>): void {
    notices.catch(ignore)
    this.#notices.push(notices)
  }

  /** Also throws when PostgreSQL answers ROLLBACK, because of a failed statement that nobody awaited. */
  async commit(): Promise<void> {
    const notices = this.#notices.splice(0)
    const { notifier } = this.#pool
    try {
      await this.gate
      if (!notifier) await this.#notifyInside(await Promise.all(notices))
      const { command } = await this.#send(this.#pool.command('commit'))
      if (command === 'ROLLBACK') throw this.#failure ?? new Error('rolled back at its commit')
    } catch (error) {
      // The server may have committed although no answer came.
      if (this.#broken) notifier?.sendUnsure(await Promise.all(notices).then((all) => all.flat(), ignore))
      // A statement before it in its message failed, so that PostgreSQL skipped the COMMIT.
      else await this.rollback()
      throw error
    } finally {
      this.#isInTransaction = false
    }
    for (const each of notices) notifier?.send(await each)
  }

  /** PostgreSQL itself sends the notices at the commit. */
  async #notifyInside(notices: readonly (readonly NotifyMessage[])[]): Promise<void> {
    const all = notices.flat()
    if (all.length > 0) await this.#send({ ...notifyStatement(all), name: undefined })
  }

  /** Closing a connection rolls back: a ROLLBACK sent on a dead one would wait for another time-out. */
  async rollback(): Promise<void> {
    this.#notices = []
    try {
      if (!this.#broken) await this.#send(this.#pool.command('rollback'))
    } catch (error) {
      this.#broken ??= error as Error
      throw error
    } finally {
      this.#isInTransaction = false
    }
  }

  /** Gives the connection back to the pool, which destroys it when a statement got no answer. It refuses every further one. */
  release(): void {
    this.#isReleased = true
    this.#client.release(this.#broken)
    this.#pool.turns.leave()
  }

  #send(statement: Statement): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#isReleased) reject(new Error('the transaction is over'))
      else if (this.#waiting.push({ statement, resolve, reject }) === 1 && !this.#isSending)
        process.nextTick(() => void this.#sendWaiting())
    })
  }

  async #sendWaiting(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0) {
      // A text of several commands, as a migration has, cannot be prepared: it travels alone.
      const several = this.#waiting.findIndex(({ statement }) => hasSeveralCommands(statement))
      const message = this.#waiting.splice(0, several < 0 ? this.#waiting.length : Math.max(1, several))
      await this.#sendMessage(message, several === 0)
    }
    this.#isSending = false
  }

  /** After an error none of the message has happened, or PostgreSQL has aborted the transaction. */
  async #sendMessage(message: readonly Waiting[], isAlone: boolean): Promise<void> {
    try {
      if (this.#broken) throw this.#broken
      const statements = message.map(({ statement }) => statement)
      const results = isAlone ? [await this.#askAlone(statements[0] as Statement)] : await this.#askAll(statements)
      for (const [n, { resolve }] of message.entries()) resolve(results[n] as Result)
    } catch (error) {
      const reason = this.#noteFailure(error)
      for (const { reject } of message) reject(reason)
    }
  }

  #noteFailure(error: unknown): unknown {
    if (!leavesUsable(error)) {
      this.#broken ??= error as Error
      this.#pool.shared?.renew()
    }
    if (isOutdated(error)) this.#pool.forgetNames()
    if (!this.#isInTransaction) return error
    this.#failure ??= error
    return codeOf(error) === failedTransaction ? this.#failure : error
  }

  async #askAlone({ text }: Statement): Promise<Result> {
    await this.#client.query({ text, query_timeout: this.#pool.left() } as pg.QueryConfig)
    return { rows: [], command: '' }
  }

  #askAll(statements: readonly Statement[]): Promise<readonly Result[]> {
    return new Promise((resolve, reject) => {
      const pipeline = new Pipeline(statements, (error, results) => (error ? reject(error) : resolve(results)))
      this.#client.query(Object.assign(pipeline, { query_timeout: this.#pool.left() }) as unknown as pg.Query)
    })
  }
}

const ignore = () => undefined
const hasSeveralCommands = ({ text, values }: Statement) => values.length === 0 && text.includes(';')

const readOnly = '25006'
const failedTransaction = '25P02'

/**
 * Whether the connection may be reused after this error. Not after a read-only error: a leader demoted to standby keeps its
 * connections, and only a new one reaches the new leader.
 */
export function leavesUsable(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error && error.severity === 'ERROR')) return false
  return codeOf(error) !== readOnly
}
