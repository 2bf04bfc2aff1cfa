import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, optionalText, pathUuid } from '../kernel/fields.ts'
import { calendarReasons, calendarStates } from './calendar.ts'

const subscription = z.object({
  calendar: z
    .object({
      url: z.string(),
      categoryId: z.number(),
      publish: z.boolean(),
      state: z.enum(calendarStates),
      reason: z.enum(calendarReasons).nullable(),
      text: z.string(),
      /** The last try. */
      readAt: z.string().nullable(),
      nextAt: z.string(),
      events: z.number(),
      drafts: z.number(),
      published: z.number(),
      leftOut: z.array(z.object({ title: z.string(), start: z.string().nullable(), why: z.string() })),
    })
    .nullable(),
})
export type CalendarAnswer = z.output<typeof subscription>

const access = { company: 'params.id', atLeast: 'publisher' } as const
const params = z.object({ id: pathUuid() })

/** The calendar that a business writes elsewhere and follows here (docs/spec/open.md section 4). */
export const calendarsContract = {
  readFollowedCalendar: {
    summary: 'The calendar that the business follows, and what the last reading found.',
    method: 'GET',
    path: '/v1/company/:id/calendar',
    access,
    params,
    answer: subscription,
    refusals: [],
  },
  subscribeToCalendar: {
    summary: 'Follows a calendar by its address; `publish`, once it was read, publishes its events without asking.',
    method: 'PUT',
    path: '/v1/company/:id/calendar',
    access,
    params,
    body: z.object({ url: optionalText(), categoryId: optionalText(), publish: flag().optional() }),
    answer: subscription,
    refusals: ['CALENDAR_UNREAD'],
  },
  unsubscribeFromCalendar: {
    summary: 'Follows the calendar no more; its events stay.',
    method: 'DELETE',
    path: '/v1/company/:id/calendar',
    access,
    params,
    answer: subscription,
    refusals: [],
  },
  askReading: {
    summary: 'Asks for a reading now, six an hour; `accept` lets what disappeared be cancelled.',
    method: 'POST',
    path: '/v1/company/:id/calendar/read',
    access,
    params,
    body: z.object({ accept: flag().optional() }),
    answer: subscription,
    refusals: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  },
} as const satisfies Contract
