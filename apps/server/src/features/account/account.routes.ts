import { accountContract } from '@parvis/domain/account/account.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

export function accountRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, accountContract, {
    exportAccount: async ({ actor }) => await exportAccount(deps, actor.userId),
    deleteAccount: async ({ actor }) => await deleteAccount(deps, actor.userId),
  })
}
