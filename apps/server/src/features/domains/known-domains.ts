import { isCertified } from '@parvis/domain/domains/own-domain'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type DomainRow, listServedDomains, markPointed } from './domains.queries.ts'

/** What a foreign Host stands for: a business, a former domain, or an erased business. */
export type KnownDomain = { kind: 'owned' | 'ended' | 'erased'; row: DomainRow }

const lookupsPerMinute = 60
const minute = 60_000

/**
 * Process-wide cache of own domains by name: loaded whole at first use and after a gap of the LISTEN connection, then by company
 * at each change. An unknown name is looked up, 60 times a minute at most.
 */
export class KnownDomains {
  readonly #deps: Dependencies
  /** Rows by name without www., the oldest claim first. */
  #rows = new Map<string, readonly DomainRow[]>()
  /** Ids of the claims that this process has marked as pointing here. */
  readonly #pointed = new Set<number>()
  #loading: Promise<void> | undefined
  #refreshing: Promise<void> = Promise.resolve()
  #unknown = new Map<string, number>()
  #lookups: number[] = []

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Listens to changes until the returned function is called. */
  start(): () => void {
    return this.#deps.live.observe((heard, to) => {
      if (heard === 'gap') this.#loading = undefined
      else if (heard.topic === 'company') void this.refresh(companiesOf(to))
    })
  }

  /** The row of a Host, with or without www.; the present holder before a former one. */
  async find(host: string): Promise<KnownDomain | undefined> {
    await this.#load()
    return this.#known(host) ?? (await this.#lookUp(host))
  }

  /** Whether Caddy may request a certificate for this name (on-demand TLS). */
  async isAllowed(host: string): Promise<boolean> {
    const found = await this.find(host)
    if (found?.kind !== 'owned') return false
    const { state, foundAt } = found.row
    const now = (await readNow(this.#deps.db)).epochMilliseconds
    return isCertified({ state, foundAt: foundAt?.getTime() ?? null }, now)
  }

  /** Marks a proven name at its first request: it points here. */
  async markPointed({ row }: KnownDomain): Promise<void> {
    if (row.pointedAt || this.#pointed.has(row.id)) return
    this.#pointed.add(row.id)
    await markPointed(this.#deps.db, row.id)
  }

  #known(host: string): KnownDomain | undefined {
    const name = withoutWww(host)
    const rows = this.#rows.get(name) ?? []
    const owned = rows.find(({ companyId, state }) => companyId && (state === 'proven' || state === 'proof_missing'))
    if (owned) return { kind: 'owned', row: owned }
    const last = rows.at(-1)
    return last && { kind: last.companyId ? 'ended' : 'erased', row: last }
  }

  async #lookUp(host: string): Promise<KnownDomain | undefined> {
    const now = performance.now()
    const remembered = this.#unknown.get(host)
    if (remembered !== undefined && now - remembered < minute) return undefined
    this.#lookups = this.#lookups.filter((at) => now - at < minute)
    if (this.#lookups.length >= lookupsPerMinute) return undefined
    this.#lookups.push(now)
    const name = withoutWww(host)
    const rows = await listServedDomains(this.#deps.db, { name })
    if (rows.length > 0) this.#rows.set(name, rows)
    const found = this.#known(host)
    if (!found) this.#unknown.set(host, now)
    if (this.#unknown.size > 10 * lookupsPerMinute) this.#unknown.clear()
    return found
  }

  async #load(): Promise<void> {
    this.#loading ??= listServedDomains(this.#deps.db).then(
      (rows) => {
        this.#rows = Map.groupBy(rows, ({ name }) => name)
      },
      (error: unknown) => {
        this.#loading = undefined
        throw error
      },
    )
    await this.#loading
  }

  /**
   * Reloads the names of these companies without waiting for the notification (LISTEN), one call after the other: of two at once the
   * older answer could be written last.
   */
  async refresh(companies: readonly string[]): Promise<void> {
    this.#unknown.clear()
    if (companies.length === 0 || !this.#loading) return
    this.#refreshing = this.#refreshing.then(() => this.#readAgain(companies))
    await this.#refreshing
  }

  async #readAgain(companies: readonly string[]): Promise<void> {
    try {
      await this.#loading
      const names = new Set((await listServedDomains(this.#deps.db, { companies })).map(({ name }) => name))
      for (const [name, rows] of this.#rows)
        if (rows.some(({ companyId }) => companyId && companies.includes(companyId))) names.add(name)
      for (const name of names) this.#rows.set(name, await listServedDomains(this.#deps.db, { name }))
    } catch {
      this.#loading = undefined
    }
  }
}

const companiesOf = (to: readonly string[]): string[] =>
  to.filter((audience) => audience.startsWith('company:')).map((audience) => audience.slice(8))

const withoutWww = (host: string): string => host.replace(/^www\./, '')

const perServer = new WeakMap<Dependencies['live'], KnownDomains>()

/** One cache per server, shared by its pages and the certificate question. */
export function knownDomains(deps: Dependencies): KnownDomains {
  const known = perServer.get(deps.live) ?? new KnownDomains(deps)
  perServer.set(deps.live, known)
  return known
}
