import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { instantLists } from '../../api/reads-of.ts'
import { useChange } from '../../api/use-change.ts'
import { call } from '../../lib/request.ts'

type Answer = AnswerOf<'GET /v1/company/:id/calendar'>
export type Followed = NonNullable<Answer['calendar']>
type Written = { url: string; categoryId: string; publish?: boolean }

export const calendarQuery = query('GET /v1/company/:id/calendar')

export const follow = (body: Written) => call('PUT /v1/company/:id/calendar', { body })

/** Each change of what the business follows answers how it stands then. */
export const useChangeCalendar = (isQuiet?: boolean) =>
  useChange<Answer>(calendarQuery, { refreshes: instantLists, isQuiet })
