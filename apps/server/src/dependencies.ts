import type { Contract } from '@parvis/domain/kernel/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { LiveHub } from './db/live-hub.ts'
import type { Gateways } from './gateways/gateways.ts'

/** What src/development/ adds to the server; a release may go without that folder. */
export type Development = {
  contract: Contract
  routes(app: FastifyInstance, deps: Dependencies): void
  /** A web address to try at the start, of the demonstration town. */
  premiumSubdomain(): Promise<string | undefined>
}

/** What `buildApp` needs of the world. */
export type Dependencies = {
  config: Config
  db: Database
  gateways: Gateways
  live: LiveHub
  /** Absent in production. */
  development?: Development | undefined
  /** Where work without a request reports its troubles. */
  report?: (details: object, message: string) => void
}
