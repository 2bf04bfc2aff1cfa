import { createHmac, randomBytes } from 'node:crypto'
import { addressNetworks } from '../../admission/networks.ts'
import type { Dependencies } from '../../dependencies.ts'
import { addReads } from './store-alert.queries.ts'

const writtenEvery = 5_000
/** Readers remembered between two looks of one, and alerts counted at once: a stranger cannot make it grow. */
const maxReaders = 200_000
const maxAlerts = 1_000
const onceMilliseconds = 1_800_000

/**
 * Reads of alerts, counted in this process and written every five seconds in one statement: a push to a town brings thousands in
 * a minute. One reader counts once per half-hour, as for other pages; the address is kept as what a secret of the process
 * makes of it, and nowhere else.
 */
export class AlertReads {
  readonly #deps: Pick<Dependencies, 'db' | 'report'>
  readonly #seen = new Map<string, number>()
  #counted = new Map<number, number>()
  readonly #timer: NodeJS.Timeout
  readonly #secret = randomBytes(32)

  constructor(deps: Pick<Dependencies, 'db' | 'report'>) {
    this.#deps = deps
    this.#timer = setInterval(() => void this.write(), writtenEvery).unref()
  }

  /** Counts one look; a call without an alert counts nothing. */
  count(alertId: number | undefined, ip: string): void {
    if (alertId === undefined) return
    const now = performance.now()
    const reader = addressNetworks(ip).at(-1)?.subject ?? ''
    const key = createHmac('sha256', this.#secret).update(`${alertId} ${reader}`).digest('base64url')
    const last = this.#seen.get(key)
    if (last !== undefined && now - last < onceMilliseconds) return
    if (this.#seen.size >= maxReaders) this.#seen.clear()
    this.#seen.set(key, now)
    if (this.#counted.size < maxAlerts || this.#counted.has(alertId))
      this.#counted.set(alertId, (this.#counted.get(alertId) ?? 0) + 1)
  }

  /** Writes what was counted; kept for the next time where the database is away. */
  async write(): Promise<void> {
    if (this.#counted.size === 0) return
    const counted = this.#counted
    this.#counted = new Map()
    try {
      await addReads(this.#deps.db, counted)
    } catch (error) {
      for (const [id, reads] of counted) this.#counted.set(id, (this.#counted.get(id) ?? 0) + reads)
      this.#deps.report?.({ err: error }, 'reads of alerts not written')
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }
}
