import { alertsContract } from '@parvis/domain/alerts/alerts.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { signInClient } from '../access/index.ts'
import { endAlert } from './end-alert.ts'
import { readAlerts, readJournal } from './read-alerts.ts'
import { sendAlert } from './send-alert.ts'
import { writeAlert } from './write-alert.ts'

export function alertsRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, alertsContract, {
    listAlerts: async ({ company }) => await readAlerts(deps, company.id),
    writeAlert: async ({ company, actor, body: { replaces, ...typed } }) =>
      await writeAlert(deps, { companyId: company.id, userId: actor.userId, typed, replaces }),
    sendAlert: async ({ actor, params, body: { confirmation = '', code = '' }, request }) =>
      await sendAlert(deps, { alertId: params.id, actor, confirmation, code, client: signInClient(request) }),
    endAlert: async ({ actor, params, body }) =>
      await endAlert(deps, { alertId: params.id, userId: actor.userId, text: body.text }),
    readJournal: async ({ actor, params }) => await readJournal(deps, actor.userId, params.id),
  })
}
