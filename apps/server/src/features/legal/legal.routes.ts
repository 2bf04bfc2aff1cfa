import { legalContract } from '@parvis/domain/legal/legal.contract'
import { transaction } from '@parvis/postgres'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { acceptLegal, publishLegal } from './publish-legal.ts'
import { listAcceptances, readLegal, readLegalDesk, readLegalText } from './read-legal.ts'

export function legalRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, legalContract, {
    readLegal: async () => await readLegal(deps),
    readLegalText: async ({ params, query }) => await readLegalText(deps.db, params.kind, query.version),
    listAcceptances: async ({ actor }) => await listAcceptances(deps, actor.userId),
    acceptLegal: async ({ actor, body }) => await acceptLegal(deps, actor.userId, body),
    readLegalDesk: async () => await readLegalDesk(deps),
    publishLegal: async ({ actor, body }) =>
      await transaction(deps.db, (tx) => publishLegal(tx, body, `user:${actor.userId}`)),
  })
}
