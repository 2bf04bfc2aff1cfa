import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { LiveHub } from './db/live-hub.ts'
import type { Gateways } from './gateways/gateways.ts'

/** What `buildApp` needs of the world. */
export type Dependencies = {
  config: Config
  db: Database
  gateways: Gateways
  live: LiveHub
  /** Where work without a request reports its troubles. */
  report?: (details: object, message: string) => void
}
