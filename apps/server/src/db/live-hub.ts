import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

/** Something changed: what, and which one. Never content (api.md section 4, GET /v1/events). */
export type LiveEvent = {
  /** For the server itself: `session` ended, the development `clock` was moved. */
  topic: 'discussion' | 'broadcast' | 'order' | 'instant' | 'company' | 'service' | 'notice' | 'session' | 'clock'
  id: string | number
}

/** Who hears of it: a person, one of their sessions, the owners of a company, those who follow a company. */
export type Audience = `user:${number}` | `session:${number}` | `company:${string}` | `followers:${string}`

/** What a listener hears; `gap` when something may have been missed, so that it reads everything again. */
export type Heard = LiveEvent | 'gap'
type Listener = (heard: Heard) => void
/** Hears every event, with whom it is for. */
type Witness = (heard: Heard, to: readonly Audience[]) => void

export const liveChannel = 'parvis_live'
const reconnectMilliseconds = 1_000

/** One LISTEN connection per process, shared by its event streams; it comes back by itself when the database does. */
export class LiveHub {
  readonly #listeners = new Map<Audience, Set<Listener>>()
  readonly #witnesses = new Set<Witness>()
  readonly #url: string
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #client: pg.Client | undefined
  #stopped = false
  #retry: NodeJS.Timeout | undefined

  constructor(url: string, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#url = url
    this.#log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'parvis-live', keepAlive: true })
    client.on('error', () => this.#lost())
    client.on('end', () => this.#lost())
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${liveChannel}`)
      this.#tellEveryone()
    } catch {
      this.#lost()
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    await this.#client?.end().catch(() => undefined)
  }

  /** Calls back for each event of these audiences, until the returned function is called. */
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
  witness(witness: Witness): () => void {
    this.#witnesses.add(witness)
    return () => this.#witnesses.delete(witness)
  }

  get size(): number {
    return this.#listeners.size
  }

  #receive(payload: string): void {
    const { to, ...event } = JSON.parse(payload) as LiveEvent & { to: Audience[] }
    const heard = new Set<Listener>()
    for (const audience of to) for (const listener of this.#listeners.get(audience) ?? []) heard.add(listener)
    for (const listener of heard) listener(event)
    for (const witness of this.#witnesses) witness(event, to)
  }

  /** What was notified while the connection was lost is in the database. */
  #tellEveryone(): void {
    const all = new Set([...this.#listeners.values()].flatMap((listeners) => [...listeners]))
    for (const listener of all) listener('gap')
    for (const witness of this.#witnesses) witness('gap', [])
  }

  #lost(): void {
    if (this.#stopped || this.#retry) return
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
