import { calendarsContract } from '@parvis/domain/calendars/calendars.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { readSameDay } from './read-same-day.ts'
import { askReading, readFollowedCalendar, subscribeToCalendar, unsubscribeFromCalendar } from './subscribe.ts'

export function calendarsRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, calendarsContract, {
    readFollowedCalendar: async ({ company }) => await readFollowedCalendar(deps.db, deps.config, company.id),
    subscribeToCalendar: async ({ company, body }) => await subscribeToCalendar(deps, company.id, body),
    unsubscribeFromCalendar: async ({ company }) => await unsubscribeFromCalendar(deps, company.id),
    askReading: async ({ company, body }) => await askReading(deps, company.id, body.accept),
    readSameDay: async ({ company, query }) => await readSameDay(deps, company.id, query),
  })
}
