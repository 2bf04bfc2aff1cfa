import { accountContract } from '@parvis/domain/account/account.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { deleteAccount } from './erase-accounts.ts'
import { exportAccount } from './export-account.ts'
import { askExport, readExportFile, readExportState } from './prepare-export.ts'

export function accountRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, accountContract, {
    exportAccount: async ({ actor }) => await exportAccount(deps, actor),
    askExport: async ({ actor }) => await askExport(deps, actor),
    readExportState: async ({ actor }) => await readExportState(deps, actor.userId),
    readExportFile: async ({ actor, reply }) => await readExportFile(deps, actor, reply),
    deleteAccount: async ({ actor }) => await deleteAccount(deps, actor),
  })
}
