import { hoursContract } from '@parvis/domain/hours/hours.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { answerHolidays } from './answer-holidays.ts'
import { readHours } from './change-hours.ts'
import { closeToday, reopenToday } from './close-today.ts'
import { readPublicHours } from './public-hours.ts'
import { addException, changeException, foreseeException, removeException } from './save-exception.ts'
import { deleteExtraHours, saveExtraHours, saveWeek } from './save-week.ts'

export function hoursRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, hoursContract, {
    readHours: async ({ company }) => await readHours(deps, company.id),
    saveWeek: async ({ company, body }) => await saveWeek(deps, company.id, body),
    addException: async ({ company, body }) => await addException(deps, company.id, body),
    changeException: async ({ company, params, body }) =>
      await changeException(deps, company.id, params.exceptionId, body),
    deleteException: async ({ company, params }) => await removeException(deps, company.id, params.exceptionId),
    foreseeException: async ({ company, body }) => await foreseeException(deps, company.id, body),
    closeToday: async ({ company, body }) => await closeToday(deps, company.id, body.closesAt ?? undefined),
    reopenToday: async ({ company }) => await reopenToday(deps, company.id),
    answerHoliday: async ({ company, params, body }) =>
      await answerHolidays(deps, company.id, [{ date: params.date, ...body }]),
    answerHolidays: async ({ company, body }) => await answerHolidays(deps, company.id, body.decisions),
    saveSet: async ({ company, params, body }) => await saveExtraHours(deps, company.id, params.key, body),
    deleteSet: async ({ company, params }) => await deleteExtraHours(deps, company.id, params.key),
    readPublicHours: async ({ params, query }) => await readPublicHours(deps, params.id, query),
  })
}
