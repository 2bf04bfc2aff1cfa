import { reachContract } from '@parvis/domain/residents/reach.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { reachOf } from '../notifications/index.ts'
import { toldOccurrence } from './told-occurrence.ts'

export function reachRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, reachContract, {
    readReach: async ({ company, query }) => {
      const { instantId } = query
      const { beginsAt } = instantId === undefined ? {} : await toldOccurrence(deps.db, instantId)
      return await reachOf(deps.db, company.id, { ...query, beginsAt })
    },
  })
}
