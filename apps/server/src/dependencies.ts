import type { Contract } from '@parvis/domain/kernel/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { LiveHub } from './db/live-hub.ts'
import type { Gateways } from './gateways/gateways.ts'

/** What src/development/ adds to the server; absent from a release without that folder. */
export type Development = {
  contract: Contract
  routes(app: FastifyInstance, deps: Dependencies): void
  /** A web address of the demonstration town, printed at the start. */
  premiumSubdomain(): Promise<string | undefined>
}

/** Everything that `buildApp` depends on. */
export type Dependencies = {
  config: Config
  db: Db
  gateways: Gateways
  live: LiveHub
  /** Absent in production. */
  development?: Development | undefined
  /** Aborted when the process was told to stop: it still answers, and says that it is not ready (`DRAIN_SECONDS`). */
  stopping?: AbortSignal
  /** Logger of work outside calls. */
  report?: (details: object, message: string) => void
}
