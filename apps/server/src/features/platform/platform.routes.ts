import { platformContract } from '@parvis/domain/platform/platform.contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance } from 'fastify'
import { addressNetworks } from '../../admission/networks.ts'
import { isMigrated, isWritable } from '../../db/migrate.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { answerSiblings } from '../../http/sibling-metrics.ts'
import { EventStreams } from './event-streams.ts'
import { readConfiguration, reportError } from './read-configuration.ts'
import { readMedia, readPrivateMedia } from './read-media.ts'
import { allowMetrics, watchProcess } from './read-metrics.ts'

const { health, ready, readMetrics: metrics, ...others } = platformContract
export const watchContract = { health, ready, readMetrics: metrics }

const errorReports = { name: 'error-report', max: 10, seconds: 60 }

export function platformRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, config } = deps
  const streams = new EventStreams(deps)
  app.addHook('preClose', async () => streams.close())
  watchRoutes(app, deps)

  bindContract(app, deps, others, {
    readConfiguration: async () => readConfiguration(deps),
    readIp: async ({ request }) => ({ ip: request.ip }),
    reportError: async ({ body, request }) => {
      await countAgainstNetworks(db, config, errorReports, addressNetworks(request.ip))
      await reportError(deps, body)
    },
    readMedia: async ({ params, request, reply }) => await readMedia(deps, params.name, request, reply),
    readPrivateMedia: async ({ params, query, reply }) => await readPrivateMedia(deps, params.name, query, reply),
    streamEvents: async ({ actor, reply }) => await streams.open(actor, reply),
  })
}

/** Health routes, registered for every role. */
export function watchRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { own, text } = watchProcess(app, deps)
  answerSiblings(own)
  bindContract(app, deps, watchContract, {
    health: async () => ({ status: 'ok' }),
    ready: async () => {
      await checkReady(deps)
      return { status: 'ready' }
    },
    readMetrics: async ({ request, reply }) => {
      allowMetrics(deps.config, request)
      await reply.type('text/plain; version=0.0.4; charset=utf-8').send(await text())
    },
  })
}

async function checkReady({ db, stopping }: Dependencies): Promise<void> {
  if (stopping?.aborted) throw refusal('request.upstream_unavailable', { retryAfter: 2 })
  if (!(await isMigrated(db)) || !(await isWritable(db)))
    throw refusal('request.upstream_unavailable', { retryAfter: 2 })
}
