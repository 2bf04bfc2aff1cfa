import { randomUUID } from 'node:crypto'
import { type NotifyMessage, notifyStatement } from '@parvis/postgres'
import type pg from 'pg'
import { clientBeside, gapNotice, liveChannel } from './live-hub.ts'

/** Batch window: notices that come within it leave in one statement; the first one after a pause leaves at once. */
const batchMilliseconds = 20
const beatMilliseconds = 4_000
const silentSeconds = 12
const retryMilliseconds = 500
/**
 * When to send the notices of a commit that got no answer: it may become visible only once its synchronous standby is given up.
 */
const unsureMilliseconds = [1_000, 10_000, 30_000]
/** Above this many waiting notices, one gap replaces them all: the database has been away for long. */
const maxWaiting = 20_000
const gap: NotifyMessage = { channel: liveChannel, payload: gapNotice }

/**
 * Sends the NOTIFY of committed transactions on a connection of its own. NOTIFY inside a transaction holds a database-wide lock
 * until the commit is replicated: with a synchronous standby that allows one notifying commit per round trip (decision 0117). The
 * sender's own commits use `synchronous_commit = off`: they hold no data.
 */
export class NoticeSender {
  readonly #url: string
  readonly #beatMilliseconds: number
  readonly #name = `notices-${randomUUID()}`
  #client: pg.Client | undefined
  #waiting: NotifyMessage[] = []
  #timer: NodeJS.Timeout | undefined
  #beats: NodeJS.Timeout | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #isFlushing = false
  #sentAt = 0
  #unsureUntil = 0
  #isStopped = false

  constructor(url: string, beat = beatMilliseconds) {
    this.#url = url
    this.#beatMilliseconds = beat
  }

  /** Starts the heartbeat: when this process dies with unsent notices, another sender reports a gap to everybody. */
  start(): void {
    const beat = () =>
      void this.#ask(beatSql, [this.#name, liveChannel, gapNotice, silentSeconds]).catch(() => undefined)
    beat()
    this.#beats = setInterval(beat, this.#beatMilliseconds).unref()
  }

  /** Queues notices; they are sent in this order within the batch window. */
  send(notices: readonly NotifyMessage[]): void {
    if (notices.length === 0) return
    this.#waiting.push(...notices)
    if (this.#waiting.length > maxWaiting) this.#waiting = [gap]
    this.#schedule(Math.max(0, this.#sentAt + batchMilliseconds - performance.now()))
  }

  /**
   * Queues the notices of a commit that got no answer; undefined when a failed statement left them unknown: a gap is sent then.
   */
  sendUnsure(notices: readonly NotifyMessage[] | undefined): void {
    const told = notices ?? [gap]
    if (told.length === 0) return
    this.#unsureUntil = performance.now() + Math.max(...unsureMilliseconds)
    for (const milliseconds of unsureMilliseconds) setTimeout(() => this.send(told), milliseconds).unref()
  }

  /** Sends what is queued and deletes the heartbeat, so that no other sender reports a gap. */
  async stop(): Promise<void> {
    clearInterval(this.#beats)
    await this.#flush()
    this.#isStopped = true
    clearTimeout(this.#timer)
    if (this.#waiting.length === 0 && performance.now() > this.#unsureUntil)
      await this.#ask('delete from notice_senders where id = $1', [this.#name]).catch(() => undefined)
    await this.#client?.end().catch(() => undefined)
  }

  #schedule(milliseconds: number): void {
    if (this.#isStopped || this.#isFlushing) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#flush()
    }, milliseconds)
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0)
    if (batch.length === 0) return
    this.#isFlushing = true
    this.#sentAt = performance.now()
    const { text, values } = notifyStatement(batch)
    const failed = await this.#ask(text, values).then(
      () => false,
      () => true,
    )
    this.#isFlushing = false
    if (failed) this.#waiting.unshift(...batch)
    if (this.#waiting.length > 0) this.#schedule(failed ? retryMilliseconds : batchMilliseconds)
  }

  /** Statements go out one after the other: after a failure the connection is closed and the next statement opens another. */
  async #ask(text: string, values: unknown[]): Promise<void> {
    const turn = this.#turn.then(async () => {
      this.#client ??= await this.#connect()
      await this.#client.query(text, values)
    })
    this.#turn = turn.catch(() => {
      const lost = this.#client
      this.#client = undefined
      void lost?.end().catch(() => undefined)
    })
    await turn
  }

  async #connect(): Promise<pg.Client> {
    const client = clientBeside(this.#url, 'parvis-notices')
    client.on('error', () => undefined)
    await client.connect()
    await client.query('set synchronous_commit = off')
    return client
  }
}

/**
 * Heartbeat: deletes senders that stopped beating and reports a gap for them; not when this sender has not beaten either, since
 * the database was then away for all of them.
 */
const beatSql = `
  with mine as (
    select from notice_senders where id = $1 and beat_at > clock_timestamp() - make_interval(secs => $4)
  ), beat as (
    insert into notice_senders (id, beat_at) values ($1, clock_timestamp()) on conflict (id) do update set beat_at = excluded.beat_at
  ), silent as (
    delete from notice_senders where starts_with(id, 'notices-') and beat_at < clock_timestamp() - make_interval(secs => $4)
      and id <> $1 and exists (select from mine) returning id
  )
  select pg_notify($2, $3) from (select from silent limit 1) as one`
