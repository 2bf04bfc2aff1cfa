import { agendaContract } from '@parvis/domain/agenda/agenda.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { listUpcoming, readCalendar } from './read-calendar.ts'

export function agendaRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, agendaContract, {
    readCalendar: async ({ query }) => readCalendar(deps, [query.cityCodes, query['cityCodes[]']], query),
    listUpcoming: async ({ company, query }) => await listUpcoming(deps, company.id, query),
  })
}
