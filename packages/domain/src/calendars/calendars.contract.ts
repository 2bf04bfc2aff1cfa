import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, leftOut, ofCompany, optionalText, text } from '../kernel/fields.ts'
import { readDateTime } from '../kernel/paris-time.ts'
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

const wrong = 'form_data_error'
const moment = () => z.string(wrong).refine((written) => readDateTime(written) !== undefined, wrong)

const otherEvent = z.object({ title: z.string(), business: z.string(), start: z.string(), url: z.string() })

/** The calendar that a business writes elsewhere and follows here (docs/spec/open.md section 4). */
export const calendarsContract = {
  readFollowedCalendar: {
    summary: 'The calendar that the business follows, and what the last reading found.',
    call: 'GET /v1/company/:id/calendar',
    ...ofCompany('publisher'),
    answer: subscription,
  },
  subscribeToCalendar: {
    summary: 'Follows a calendar by its address; `publish`, once it was read, publishes its events without asking.',
    call: 'PUT /v1/company/:id/calendar',
    ...ofCompany('publisher'),
    body: z.object({ url: optionalText(), categoryId: optionalText(), publish: flag(wrong).optional() }),
    answer: subscription,
    refusals: ['CALENDAR_UNREAD', 'TOO_MANY_ATTEMPTS'],
  },
  unsubscribeFromCalendar: {
    summary: 'Follows the calendar no more; its events stay.',
    call: 'DELETE /v1/company/:id/calendar',
    ...ofCompany('publisher'),
    answer: subscription,
  },
  askReading: {
    summary: 'Asks for a reading now, six an hour; `accept` lets what disappeared be cancelled.',
    call: 'POST /v1/company/:id/calendar/read',
    ...ofCompany('publisher'),
    body: z.object({ accept: flag(wrong).optional() }),
    answer: subscription,
    refusals: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  },
  readSameDay: {
    summary:
      'What else takes place in the town on the evening or the day of a date, five of it, and an event that seems to be the same one. `except`: the instant being changed.',
    call: 'GET /v1/company/:id/same-day',
    ...ofCompany('publisher'),
    query: z.object({
      start: moment(),
      end: leftOut(moment()),
      title: leftOut(text().pipe(z.string().max(255, wrong))),
      except: leftOut(integer(wrong)),
    }),
    answer: z.object({
      count: z.number(),
      text: z.string(),
      items: z.array(otherEvent),
      likely: otherEvent.nullable(),
      likelyText: z.string(),
    }),
    refusals: ['TOO_MANY_ATTEMPTS'],
  },
} as const satisfies Contract
