import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

/** Something changed: what, and which one. Never content (api.md section 4, GET /v1/events). */
export type LiveEvent = {
  /** Topics for the server itself: a `session` ended, the `clock` was moved, what the pages of a `town` say changed, a `job` waits. */
  topic:
    | 'discussion'
    | 'broadcast'
    | 'order'
    | 'instant'
    | 'company'
    | 'service'
    | 'notice'
    | 'session'
    | 'clock'
    | 'town'
    | 'job'
  id: string | number
}

/** Audience of an event: a person, one of their sessions, the owners of a company, its followers, the pages of a town, or the workers. */
export type Audience =
  | `user:${number}`
  | `session:${number}`
  | `company:${string}`
  | `followers:${string}`
  | `town:${string}`
  | 'jobs'

/** What a listener receives; `gap` when notifications may have been lost, so that it must read everything again. */
export type Heard = LiveEvent | 'gap'
type Listener = (heard: Heard) => void
/** Receives every event with its audience. */
type Observer = (heard: Heard, to: readonly Audience[]) => void

export const liveChannel = 'parvis_live'
/** The notice of a gap, sent to every listener when notifications may have been lost. */
export const gapNotice = JSON.stringify({ topic: 'gap', id: 0, to: [] })
const reconnectMilliseconds = 1_000
/**
 * Keep-alive probe: a half-open TCP connection stays silent for hours, so the LISTEN connection is queried at this interval and
 * dropped when no answer comes.
 */
const probeMilliseconds = 10_000
const answerMilliseconds = 3_000
/** A gap makes every page read again: the streams are notified over this time, so that their reads do not come at once. */
const spreadMilliseconds = 3_000
const spreadOfEach = 5

/** A connection beside those of the pools, which gives a silent database up after three seconds. */
export const clientBeside = (url: string, name: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: answerMilliseconds,
    query_timeout: answerMilliseconds,
  })

/** One LISTEN connection per process, shared by its event streams; it reconnects by itself. */
export class LiveHub {
  readonly #listeners = new Map<Audience, Set<Listener>>()
  readonly #observers = new Set<Observer>()
  readonly #url: string
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #client: pg.Client | undefined
  #stopped = false
  #retry: NodeJS.Timeout | undefined
  #probe: NodeJS.Timeout | undefined
  readonly #probeMilliseconds: number
  #isHearing = false
  #losses = 0

  constructor(url: string, log: Pick<FastifyBaseLogger, 'warn'>, probe = probeMilliseconds) {
    this.#url = url
    this.#log = log
    this.#probeMilliseconds = probe
  }

  /** Whether the LISTEN connection is up, and how many times it was opened. */
  get hearing(): { isHearing: boolean; losses: number } {
    return { isHearing: this.#isHearing, losses: this.#losses }
  }

  async start(): Promise<void> {
    const client = clientBeside(this.#url, 'parvis-live')
    // An abandoned client may still emit an error or an end.
    const lost = () => this.#client === client && this.#lost()
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${liveChannel}`)
      this.#isHearing = true
      this.#prove(client, lost)
      this.#notifyEveryone()
    } catch {
      lost()
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    clearTimeout(this.#probe)
    await this.#client?.end().catch(() => undefined)
  }

  /** Calls back for each event of these audiences until the returned function is called; a gap may be reported twice. */
  subscribe(audiences: readonly Audience[], listener: Listener): () => void {
    for (const audience of audiences) {
      const listeners = this.#listeners.get(audience) ?? new Set()
      this.#listeners.set(audience, listeners.add(listener))
    }
    return () => {
      for (const audience of audiences) {
        const listeners = this.#listeners.get(audience)
        listeners?.delete(listener)
        if (listeners?.size === 0) this.#listeners.delete(audience)
      }
    }
  }

  /** Calls back for every event whoever it is for: the memory of pages must hear all of them (residents.md W-120). */
  observe(observer: Observer): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  get size(): number {
    return this.#listeners.size
  }

  #prove(client: pg.Client, lost: () => void): void {
    const again = () => {
      if (this.#client === client && this.#isHearing && !this.#stopped) this.#prove(client, lost)
    }
    this.#probe = setTimeout(() => void client.query('select 1').then(again, lost), this.#probeMilliseconds)
  }

  #receive(payload: string): void {
    if (payload === gapNotice) {
      this.#notifyEveryone()
      return
    }
    const { to, ...event } = JSON.parse(payload) as LiveEvent & { to: Audience[] }
    const heard = new Set<Listener>()
    for (const audience of to) for (const listener of this.#listeners.get(audience) ?? []) heard.add(listener)
    for (const listener of heard) listener(event)
    for (const observer of this.#observers) observer(event, to)
  }

  /** Notifications sent while the connection was down are lost; the rows they speak of are in the database. */
  #notifyEveryone(): void {
    const all = new Set([...this.#listeners.values()].flatMap((listeners) => [...listeners]))
    const spread = Math.min(spreadMilliseconds, all.size * spreadOfEach)
    for (const listener of all) setTimeout(() => listener('gap'), Math.random() * spread).unref()
    for (const observer of this.#observers) observer('gap', [])
  }

  #lost(): void {
    if (this.#stopped || this.#retry) return
    this.#isHearing = false
    this.#losses++
    clearTimeout(this.#probe)
    this.#log.warn('live connection lost, connecting again')
    this.#client?.removeAllListeners()
    this.#client?.on('error', () => undefined)
    this.#client?.end().catch(() => undefined)
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      void this.start()
    }, reconnectMilliseconds)
  }
}
