import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { isDate } from '../kernel/day.ts'
import {
  absentIfEmpty,
  filledJsonList,
  flag,
  integer,
  jsonList,
  leftOut,
  number,
  ofCompany,
  optionalText,
  orNull,
  text,
  writtenText,
} from '../kernel/fields.ts'
import { alertDelays, maxInstruction, maxReasons, settingBounds } from './order-settings.ts'
import { orderAnswer, typedAmount } from './orders.contract.ts'
import type { OrderFieldKey } from './orders.refusals.fr.ts'

const day = () => text().refine(isDate)
const optionalDay = () => leftOut(day())
const between = (min: number, max: number, key?: OrderFieldKey) =>
  integer(key).pipe(z.number().min(min, key).max(max, key))
const clockTime = (key: OrderFieldKey) => text().refine((value) => /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(value), key)

const orderViews = ['todo', 'day', 'coming', 'unclosed', 'past'] as const
export type OrderView = (typeof orderViews)[number]

const settings = {
  slotsOn: flag(),
  alertMinutes: integer('alert_minutes_error').refine(
    (value) => alertDelays.some((delay) => delay === value),
    'alert_minutes_error',
  ),
  preparation: between(...settingBounds.preparation, 'preparation_error'),
  horizon: between(...settingBounds.horizon, 'horizon_error'),
  cutOff: orNull(
    z.object({ days: between(0, 60, 'cut_off_error'), time: clockTime('cut_off_error') }, 'cut_off_error'),
  ),
  capacity: orNull(between(...settingBounds.capacity, 'capacity_error')),
  instruction: text().pipe(z.string().max(maxInstruction, 'instruction_error')),
  reasons: jsonList(
    text().pipe(z.string().min(1, 'reasons_error').max(maxInstruction, 'reasons_error')),
    maxReasons,
    'reasons_error',
  ),
  photoAllowed: flag(),
  minimum: number('minimum_error').pipe(
    z.number().min(0, 'minimum_error').max(9_999_999, 'minimum_error').multipleOf(0.01, 'minimum_error'),
  ),
}

const settingsAnswer = z.object({
  ...settings,
  version: z.number(),
  pausedUntil: z.string().nullable(),
  rush: z.object({ minutes: z.number(), until: z.string() }).nullable(),
  /** The ends of a pause that one tap offers; null when they do not come. */
  pauseEnds: z.object({ closing: z.string().nullable(), tomorrow: z.string().nullable() }),
})
export type OrderSettingsAnswer = z.output<typeof settingsAnswer>

const pausing = { ...ofCompany('counter'), answer: settingsAnswer, refusals: ['CAC_NOT_AVAILABLE'] } as const

/** The desk of a shop: its orders by time, its settings, its sums (time-and-orders.md 4.3). */
export const orderDeskContract = {
  listOrders: {
    summary: 'The orders of a business by pick-up time, 100 a page.',
    call: 'GET /v1/company/:id/orders',
    ...ofCompany('counter'),
    query: z.object({
      view: z.preprocess(absentIfEmpty, z.enum(orderViews).default('todo')),
      day: optionalDay(),
      q: optionalText(),
      before: optionalText(),
    }),
    answer: z.object({
      orders: z.array(orderAnswer),
      next: z.string().nullable(),
      counts: z.object({ todo: z.number(), day: z.number(), coming: z.number(), unclosed: z.number() }),
    }),
  },
  addCounterOrder: {
    summary: 'An order taken at the counter or by telephone: it takes a place and nobody is messaged.',
    call: 'POST /v1/company/:id/orders',
    ...ofCompany('counter'),
    body: z.object({
      customerName: writtenText(),
      pickupDateTime: writtenText(),
      orderContent: writtenText(),
      total: typedAmount().optional(),
      note: writtenText().optional(),
    }),
    answer: orderAnswer,
    refusals: ['CAC_NOT_AVAILABLE'],
  },
  collectByCode: {
    summary: 'Closes the order whose code was typed at the counter.',
    call: 'POST /v1/company/:id/orders/collect',
    ...ofCompany('counter'),
    body: z.object({ code: writtenText() }),
    answer: orderAnswer,
    refusals: ['CODE_UNKNOWN'],
  },
  closeDay: {
    summary: 'Says that every order of a day whose time has passed was collected.',
    call: 'POST /v1/company/:id/orders/close-day',
    ...ofCompany('counter'),
    body: z.object({ day: day() }),
    answer: z.object({ closed: z.number() }),
  },
  seeOrders: {
    summary: 'Says that these orders were seen; the other devices fall silent.',
    call: 'POST /v1/company/:id/orders/seen',
    ...ofCompany('counter'),
    body: z.object({ ids: filledJsonList(between(1, Number.MAX_SAFE_INTEGER), 100) }),
  },
  readTotals: {
    summary: 'What was collected, by day, week or month of pick-up; both bounds included.',
    call: 'GET /v1/company/:id/orders/totals',
    ...ofCompany('manager'),
    query: z.object({
      from: optionalDay(),
      to: optionalDay(),
      by: z.preprocess(absentIfEmpty, z.enum(['day', 'week', 'month']).default('day')),
    }),
    answer: z.array(z.object({ from: z.string(), orders: z.number(), cents: z.number() })),
  },
  exportOrders: {
    summary: 'The ended orders of a time as a CSV file that no spreadsheet runs.',
    call: 'GET /v1/company/:id/orders/export',
    ...ofCompany('manager'),
    query: z.object({ from: optionalDay(), to: optionalDay() }),
    answer: 'raw',
  },
  readOrderSettings: {
    summary: 'How the business takes orders.',
    call: 'GET /v1/company/:id/order-settings',
    ...ofCompany('counter'),
    answer: settingsAnswer,
    refusals: ['CAC_NOT_AVAILABLE'],
  },
  saveOrderSettings: {
    summary: 'Changes the settings that were read at that version; what is left out stays.',
    call: 'PUT /v1/company/:id/order-settings',
    ...ofCompany('manager'),
    body: z.object({ ...z.object(settings).partial().shape, version: integer() }),
    answer: settingsAnswer,
    refusals: ['CAC_NOT_AVAILABLE', 'NEWER_VERSION'],
  },
  pauseOrders: {
    summary: 'Takes no order for a time before that end, at most that of the next open day.',
    call: 'PUT /v1/company/:id/orders/pause',
    ...pausing,
    body: z.object({ until: writtenText() }),
  },
  resumeOrders: { summary: 'Ends the pause.', call: 'DELETE /v1/company/:id/orders/pause', ...pausing },
  startRush: {
    summary: 'Adds minutes of preparation until a time.',
    call: 'PUT /v1/company/:id/orders/rush',
    ...pausing,
    body: z.object({ until: writtenText(), minutes: between(1, 240) }),
  },
  endRush: { summary: 'Ends the rush.', call: 'DELETE /v1/company/:id/orders/rush', ...pausing },
} as const satisfies Contract
