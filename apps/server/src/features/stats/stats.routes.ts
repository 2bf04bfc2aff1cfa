import { statsContract } from '@parvis/domain/stats/stats.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { sendCsv } from '../../http/send-csv.ts'
import { countView, networksOfDay } from './count-view.ts'
import { exportStats, readNumbers, readStats, readTownNumbers } from './read-stats.ts'

export function statsRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, statsContract, {
    readStats: async ({ query }) => await readStats(deps, query.zipCode),
    exportStats: async ({ query, reply }) => await sendCsv(reply, await exportStats(deps, query.zipCode)),
    countView: async ({ params, body, actor, request }) => {
      const networks = await networksOfDay(deps.db, request.ip)
      const { instantId, fromNotification = false } = body
      const viewer = actor && `user:${actor.userId}`
      await countView(deps, { companyId: params.id, instantId, fromNotification, viewer, networks })
    },
    readNumbers: async ({ company }) => await readNumbers(deps, company.id),
    readTownNumbers: async ({ company }) => await readTownNumbers(deps, company.id),
  })
}
