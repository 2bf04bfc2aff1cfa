import { z } from 'zod'
import { eventStates } from '../instants/event-state.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, optionalText, pathUuid } from '../kernel/fields.ts'
import { readDateTime } from '../kernel/paris-time.ts'

/** One occurrence of an instant; with the preview, `start` is two hours before `originalStart`. */
const agendaItem = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  position: z.object({ latitude: z.number().nullable(), longitude: z.number().nullable() }),
  delay: z.enum(['during_instant', 'DURING_AND_BEFORE_TWO_HOUR']),
  start: z.string(),
  end: z.string(),
  originalStart: z.string(),
  businessId: z.string(),
  /** The organiser and the place, in one line. */
  businessName: z.string(),
  address: z.string(),
  pictureUrl: z.string(),
  /** Of a date that takes bookings. */
  seats: z.number().nullable(),
  seatsLeft: z.number().nullable(),
  /** With `states=1`: the date or line it is of, what has become of it, and when it was to be. */
  dateId: z.number().optional(),
  state: z.enum(eventStates).optional(),
  stateMessage: z.string().nullable().optional(),
  formerStart: z.string().nullable().optional(),
})

/** The date a list is asked for, now when absent or empty. */
const askedDate = () => optionalText().refine((date) => !date || readDateTime(date) !== undefined, 'invalid')

export const agendaContract = {
  readCalendar: {
    summary:
      'What happens in some towns, the 2,000 nearest: fixed dates to the end of month +11, recurrent ones for 30 days. More: `after` the start and the id of the last one, `2027-03-12T14:30:00+01:00,7`. Fewer: `limit`.',
    call: 'GET /v1/instants/calendar',
    access: 'session',
    query: z.object({
      date: askedDate(),
      cityCodes: z.unknown().optional(),
      'cityCodes[]': z.unknown().optional(),
      after: optionalText(),
      limit: integer().pipe(z.number().min(1).max(2_000)).optional(),
      states: flag().optional(),
    }),
    answer: z.array(agendaItem),
    inParts: true,
  },
  listUpcoming: {
    summary: 'The next occurrence of each instant of a company within 21 days.',
    call: 'GET /v1/instants/company/:companyId/upcoming',
    access: { company: 'params.companyId', atLeast: 'counter' },
    params: z.object({ companyId: pathUuid() }),
    query: z.object({ date: askedDate(), states: flag().optional() }),
    answer: z.array(agendaItem),
  },
} as const satisfies Contract
