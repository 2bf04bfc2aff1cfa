import { noticesContract } from '@parvis/domain/notices/notices.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { followClick, showClick } from './mail-clicks.ts'

export function noticesRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, noticesContract, {
    showUnsubscribe: async ({ query, reply }) => await showClick(deps, 'unsubscribe', { ...query, reply }),
    unsubscribe: async ({ query, body, reply }) =>
      await followClick(deps, 'unsubscribe', { ...query, reply, isPage: body?.page === '1' }),
    showNotMine: async ({ query, reply }) => await showClick(deps, 'not-mine', { ...query, reply }),
    refuseAddress: async ({ query, body, reply }) =>
      await followClick(deps, 'not-mine', { ...query, reply, isPage: body?.page === '1' }),
  })
}
