import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { gapNotice, liveChannel } from './live-hub.ts'

/** What is told to whoever listens to that channel of PostgreSQL. */
export type NotifyMessage = { channel: string; payload: string }

/** As a statement: for where nobody sends it after the commit. */
export const notifyStatement = (notices: readonly NotifyMessage[]) => ({
  text: 'select pg_notify(told.channel, told.payload) from unnest($1::text[], $2::text[]) as told (channel, payload)',
  values: [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)],
})

/** Notices of so long leave in one statement; the first after a rest leaves at once. */
const batchMilliseconds = 20
const beatMilliseconds = 4_000
const silentSeconds = 12
const answerMilliseconds = 3_000
const retryMilliseconds = 500
/** When the notices of a commit without an answer are told: it may be seen only once its standby is given up. */
const unsureMilliseconds = [1_000, 10_000, 30_000]
/** Beyond, the database has been away for long: everybody reads again when it is back. */
const maxWaiting = 20_000
const gap: NotifyMessage = { channel: liveChannel, payload: gapNotice }

/**
 * Sends what committed transactions tell, on a connection of its own. NOTIFY inside a transaction holds one lock of the whole
 * database until the commit is replicated: with a synchronous standby that is one notifying commit a round trip, however many
 * write (decision 0117). Its own commits wait for no disk (`synchronous_commit = off`): they hold no data.
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

  /** Beats from now on: when it dies with notices unsent, another sender tells everybody of a gap. */
  start(): void {
    const beat = () =>
      void this.#ask(beatSql, [this.#name, liveChannel, gapNotice, silentSeconds]).catch(() => undefined)
    beat()
    this.#beats = setInterval(beat, this.#beatMilliseconds).unref()
  }

  /** To be told soon, in this order. */
  send(notices: readonly NotifyMessage[]): void {
    if (notices.length === 0) return
    this.#waiting.push(...notices)
    if (this.#waiting.length > maxWaiting) this.#waiting = [gap]
    this.#schedule(Math.max(0, this.#sentAt + batchMilliseconds - performance.now()))
  }

  /** Of a commit that got no answer; undefined when it is not known what it would have told. */
  sendUnsure(notices: readonly NotifyMessage[] | undefined): void {
    const told = notices ?? [gap]
    if (told.length === 0) return
    this.#unsureUntil = performance.now() + Math.max(...unsureMilliseconds)
    for (const milliseconds of unsureMilliseconds) setTimeout(() => this.send(told), milliseconds).unref()
  }

  /** Sends what waits, and is forgotten: nobody need be told of a gap. */
  async stop(): Promise<void> {
    clearInterval(this.#beats)
    await this.#flush()
    this.#isStopped = true
    clearTimeout(this.#timer)
    if (this.#waiting.length === 0 && performance.now() > this.#unsureUntil)
      await this.#ask('delete from job_workers where id = $1', [this.#name]).catch(() => undefined)
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

  /** One statement after the other: a connection on which one fails is left, and the next one opens another. */
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
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'parvis-notices',
      keepAlive: true,
      connectionTimeoutMillis: answerMilliseconds,
      query_timeout: answerMilliseconds,
    })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('set synchronous_commit = off')
    return client
  }
}

/** Buries senders that fell silent, unless this one was away itself: then the database was, for all of them. */
const beatSql = `
  with mine as (
    select from job_workers where id = $1 and beat_at > clock_timestamp() - make_interval(secs => $4)
  ), beat as (
    insert into job_workers (id, beat_at) values ($1, clock_timestamp()) on conflict (id) do update set beat_at = excluded.beat_at
  ), silent as (
    delete from job_workers where starts_with(id, 'notices-') and beat_at < clock_timestamp() - make_interval(secs => $4)
      and id <> $1 and exists (select from mine) returning id
  )
  select pg_notify($2, $3) from (select from silent limit 1) as one`
