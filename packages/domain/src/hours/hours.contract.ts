import { z } from 'zod'
import type { DayOfWeek } from '../company/opening-hours.ts'
import type { Contract } from '../kernel/contract.ts'
import { isDate } from '../kernel/day.ts'
import {
  absentIfEmpty,
  filledJsonList,
  flag,
  integer,
  jsonList,
  leftOut,
  ofCompany,
  optionalText,
  pathId,
  text,
} from '../kernel/fields.ts'
import { holidayDecisions } from './holidays.ts'
import { setKeys } from './hours.texts.fr.ts'

const day = () => text().refine(isDate, 'day_format_error')
const dayOfWeek = z
  .number()
  .int()
  .min(1)
  .max(7)
  .transform((value) => value as DayOfWeek)

const range = z.object({ start: z.string(), end: z.string() })
const line = range.extend({ days: z.array(dayOfWeek).max(7), enabled: z.boolean() })
const entry = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  kind: z.enum(['closed', 'open', 'cut']),
  ranges: z.array(range),
  closesAt: z.string().nullable(),
  opensFrom: z.string().nullable(),
  sets: z.record(z.string(), z.array(range)),
  message: z.string().nullable(),
  source: z.enum(['manual', 'today', 'holiday']),
})
const reason = z.enum(['week', 'closure', 'exception', 'cut', 'holiday', 'paused', 'unknown', 'appointment']).nullable()

export const openingAnswer = z.object({
  state: z.enum(['open', 'closed']),
  since: z.string().nullable(),
  opensAt: z.string().nullable(),
  closesAt: z.string().nullable(),
  reason,
  message: z.string().nullable(),
  toConfirm: z.boolean(),
  text: z.string(),
})

const ofDay = { ranges: z.array(range), reason, message: z.string().nullable(), toConfirm: z.boolean() }
const set = z.object({ key: z.string(), label: z.string(), week: z.array(line) })

/** Days that receive by appointment outside of their hours; absent when there is none. */
const appointmentDays = z.array(dayOfWeek).optional()

export const publicHoursAnswer = z.object({
  week: z.array(line),
  appointmentDays,
  coming: z.array(z.object({ from: z.string(), to: z.string(), ...ofDay })),
})

const hours = z.object({
  version: z.number(),
  now: z.string(),
  week: z.array(line),
  appointmentDays,
  exceptions: z.array(entry),
  holidays: z.array(
    z.object({
      date: z.string(),
      name: z.string(),
      note: z.string().nullable(),
      usuallyOpen: z.boolean(),
      decision: z.enum(holidayDecisions).nullable(),
      lastYear: z.enum(holidayDecisions).nullable(),
    }),
  ),
  sets: z.array(set),
  opening: openingAnswer,
})
export type HoursAnswer = z.output<typeof hours>

const typedRange = z.object({ start: text(), end: text() })
const ranges = jsonList(typedRange, 40)
const typedDays = z.array(integer().pipe(dayOfWeek)).max(7)
const week = jsonList(typedRange.extend({ days: typedDays, enabled: flag().default(true) }))
const typedEntry = z.object({
  from: day(),
  to: day().nullish(),
  kind: z.enum(['closed', 'open', 'cut']),
  ranges: ranges.nullish(),
  closesAt: text().nullish(),
  opensFrom: text().nullish(),
  sets: z.partialRecord(z.enum(setKeys), ranges).nullish(),
  message: optionalText(),
  replace: flag().nullish(),
})
const answered = { decision: z.enum(holidayDecisions).nullable(), ranges: ranges.nullish() }
const ids = z.array(z.number())
const { access, params: company } = ofCompany('manager')
const exception = company.extend({ exceptionId: pathId() })
const holiday = company.extend({ date: z.string().refine(isDate) })
const ofSet = company.extend({ key: z.enum(setKeys) })
const ofHours = { access, params: company, answer: hours } as const
const ofException = { ...ofHours, params: exception } as const
const ofSetKey = { ...ofHours, params: ofSet } as const

export const hoursContract = {
  readHours: {
    summary: 'The whole hours of a business: week, particular days, holidays, extra hours, open or closed.',
    call: 'GET /v1/company/:id/hours',
    ...ofCompany('counter'),
    answer: hours,
  },
  saveWeek: {
    summary:
      'Replaces the week that was read at that version, and its days by appointment where they are given; the same again changes nothing.',
    call: 'PUT /v1/company/:id/hours/week',
    ...ofHours,
    body: z.object({ version: integer(), week, appointmentDays: jsonList(integer().pipe(dayOfWeek), 7).optional() }),
    refusals: ['NEWER_VERSION'],
  },
  addException: {
    summary: 'Enters a closure (several days) or an exceptional day.',
    call: 'POST /v1/company/:id/hours/exceptions',
    ...ofHours,
    body: typedEntry,
    refusals: ['HOURS_LIMIT', 'CLOSURE_OVERLAP', 'DAY_ALREADY_SET'],
  },
  changeException: {
    summary: 'Changes a closure or an exceptional day that is not over.',
    call: 'PUT /v1/company/:id/hours/exceptions/:exceptionId',
    ...ofException,
    body: typedEntry,
    refusals: ['EXCEPTION_NOT_FOUND', 'CLOSURE_OVERLAP', 'DAY_ALREADY_SET'],
  },
  deleteException: {
    summary: 'Takes a closure or an exceptional day away.',
    call: 'DELETE /v1/company/:id/hours/exceptions/:exceptionId',
    ...ofException,
    refusals: ['EXCEPTION_NOT_FOUND'],
  },
  foreseeException: {
    summary: 'What an entry would touch, without saving it.',
    call: 'POST /v1/company/:id/hours/consequences',
    ...ofHours,
    body: typedEntry,
    answer: z.object({
      orders: ids,
      requests: ids,
      instants: ids,
      bookings: ids,
      scheduledMessages: ids,
      scheduledBroadcasts: ids,
    }),
    refusals: ['HOURS_LIMIT', 'CLOSURE_OVERLAP', 'DAY_ALREADY_SET'],
  },
  closeToday: {
    summary: 'Closes the running service day now, or at a time; the whole day when it has not begun.',
    call: 'POST /v1/company/:id/hours/close-today',
    ...ofHours,
    body: z.object({ closesAt: text().nullish() }),
    refusals: ['ALREADY_CLOSED', 'HOURS_LIMIT'],
  },
  reopenToday: {
    summary: 'Takes back the closing of the running service day.',
    call: 'POST /v1/company/:id/hours/reopen-today',
    ...ofHours,
  },
  answerHoliday: {
    summary: 'Answers for one public holiday: closed, as usual, special hours, or nothing yet.',
    call: 'PUT /v1/company/:id/hours/holidays/:date',
    ...ofHours,
    params: holiday,
    body: z.object(answered),
    refusals: ['HOURS_LIMIT'],
  },
  answerHolidays: {
    summary: 'Answers for several public holidays, all or nothing.',
    call: 'PUT /v1/company/:id/hours/holidays',
    ...ofHours,
    body: z.object({
      decisions: filledJsonList(z.object({ date: day(), ...answered }), 60),
    }),
    refusals: ['HOURS_LIMIT'],
  },
  saveSet: {
    summary: 'Replaces the extra hours of one kind.',
    call: 'PUT /v1/company/:id/hours/sets/:key',
    ...ofSetKey,
    body: z.object({ label: optionalText(), week }),
    refusals: ['HOURS_LIMIT'],
  },
  deleteSet: {
    summary: 'Takes the extra hours of one kind away.',
    call: 'DELETE /v1/company/:id/hours/sets/:key',
    ...ofSetKey,
  },
  readPublicHours: {
    summary: 'The next days of a completed business, and its hours for search engines and maps.',
    call: 'GET /v1/app/companies/:id/hours',
    access: 'visitor',
    params: company,
    query: z.object({
      from: leftOut(day()),
      days: z.preprocess(absentIfEmpty, integer().pipe(z.number().min(1).max(62)).default(7)),
    }),
    answer: z.object({
      days: z.array(z.object({ date: z.string(), ...ofDay })),
      sets: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          days: z.array(z.object({ date: z.string(), ranges: z.array(range) })),
        }),
      ),
      osm: z.string(),
      openingHoursSpecification: z.array(
        z.object({
          '@type': z.literal('OpeningHoursSpecification'),
          dayOfWeek: z.union([z.string(), z.array(z.string())]).optional(),
          opens: z.string(),
          closes: z.string(),
          validFrom: z.string().optional(),
          validThrough: z.string().optional(),
          description: z.string().optional(),
        }),
      ),
      opening: openingAnswer,
    }),
  },
} as const satisfies Contract
