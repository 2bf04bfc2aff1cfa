import { alertLevels } from '@parvis/domain/alerts/alert'
import type { Dependencies } from '../../dependencies.ts'
import { type CurrentAlert, listCurrentAlerts } from './alerts.queries.ts'

/** A longer timer of Node would fire at once. */
const maxTimer = 2 ** 31 - 1

/**
 * The alerts that hold now, in the memory of this process: pages read them without a query. Read again when one is sent,
 * corrected or ended anywhere, and when the hour of one comes; `changed` then drops the pages that showed it.
 */
export class CurrentAlerts {
  readonly #deps: Pick<Dependencies, 'db' | 'report'>
  readonly #changed: () => void
  #byTown = new Map<string, CurrentAlert[]>()
  #next: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #isStopped = false
  /** Some page may show what was read: the first reading drops none. */
  #isGiven = false

  constructor(deps: Pick<Dependencies, 'db' | 'report'>, changed: () => void) {
    this.#deps = deps
    this.#changed = changed
  }

  /** The gravest first, then the newest; none where the database was never reached. */
  async of(town: string): Promise<readonly CurrentAlert[]> {
    this.#reading ??= this.#read()
    await this.#reading
    this.#isGiven = true
    return this.#byTown.get(town) ?? []
  }

  /** Reads them again; what comes meanwhile reads once more. */
  refresh(): void {
    const before = this.#reading ?? Promise.resolve()
    this.#reading = before.then(() => this.#read())
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#next)
  }

  async #read(): Promise<void> {
    try {
      const { now, alerts } = await listCurrentAlerts(this.#deps.db)
      this.#byTown = Map.groupBy(alerts.toSorted(byGravity), ({ town }) => town)
      if (this.#isGiven) this.#changed()
      this.#lookAgain(Math.min(...alerts.map(({ until }) => until.getTime() - now.getTime())))
    } catch (error) {
      // Without the database what was known goes on; a second later it is asked again.
      this.#deps.report?.({ err: error }, 'current alerts not read')
      this.#lookAgain(1_000)
    }
  }

  #lookAgain(milliseconds: number): void {
    clearTimeout(this.#next)
    if (this.#isStopped || !Number.isFinite(milliseconds)) return
    this.#next = setTimeout(() => this.refresh(), Math.min(maxTimer, milliseconds + 50)).unref()
  }
}

const byGravity = (a: CurrentAlert, b: CurrentAlert): number =>
  alertLevels.indexOf(a.level) - alertLevels.indexOf(b.level) || b.sentAt.getTime() - a.sentAt.getTime() || b.id - a.id
