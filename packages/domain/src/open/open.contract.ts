import { z } from 'zod'
import { publicHoursAnswer } from '../hours/hours.contract.ts'
import { eventStates } from '../instants/event-state.ts'
import type { Contract } from '../kernel/contract.ts'
import { absentIfEmpty, flag, integer, leftOut, ofCompany, pathUuid } from '../kernel/fields.ts'

const wrong = 'form_data_error'
const maxSize = 50
const word = () => leftOut(z.string(wrong).max(200, wrong))
const cursor = word()
const size = z.preprocess(
  (value) => absentIfEmpty(value) ?? maxSize,
  integer(wrong).pipe(z.number().min(1, wrong).max(maxSize, wrong)),
)
const one = leftOut(z.uuidv4(wrong))

const licence = z.object({ name: z.string(), url: z.string(), credit: z.string() })
const category = z.object({ slug: z.string(), label: z.string() })
const removed = z.object({ id: z.union([z.string(), z.number()]), removed: z.literal(true), updatedAt: z.string() })
const list = <T extends z.ZodType>(item: T) =>
  z.object({ licence, items: z.array(item), after: z.string(), more: z.boolean() })

const hours = publicHoursAnswer.pick({ week: true, appointmentDays: true }).extend({ osm: z.string() })
const place = {
  address: z.string(),
  zip: z.string(),
  city: z.string(),
  /** Slug of its town; null in none. */
  town: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
}

const business = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  type: z.string(),
  category,
  verified: z.boolean(),
  ...place,
  website: z.string().nullable(),
  image: z.string().nullable(),
  hours,
  updatedAt: z.string(),
})
export type OpenBusiness = z.output<typeof business>

const wholeBusiness = business.extend({
  text: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  hours: hours.extend({ coming: publicHoursAnswer.shape.coming }),
})

const state = z.enum(eventStates)
const event = z.object({
  id: z.number(),
  url: z.string(),
  business: z.object({ id: z.string(), name: z.string(), url: z.string() }),
  title: z.string(),
  summary: z.string(),
  text: z.string(),
  category,
  image: z.string().nullable(),
  place: z.object(place),
  state,
  stateMessage: z.string().nullable(),
  dates: z.array(
    z.object({
      id: z.number(),
      start: z.string(),
      end: z.string(),
      state,
      formerStart: z.string().nullable(),
    }),
  ),
  /** There are others, after these or beyond twelve months. */
  more: z.boolean(),
  sequence: z.number(),
  updatedAt: z.string(),
})
export type OpenEvent = z.output<typeof event>

export const openContract = {
  readOpenTowns: {
    summary: 'Towns with a business whose data are open, by slug, a hundred at a time.',
    call: 'GET /v1/open/towns',
    example: '/v1/open/towns',
    access: 'public',
    query: z.object({ after: cursor }),
    answer: list(
      z.object({
        slug: z.string(),
        name: z.string(),
        insee: z.string(),
        zips: z.array(z.string()),
        department: z.string(),
        url: z.string(),
      }),
    ),
    sendsItself: true,
  },
  listOpenBusinesses: {
    summary:
      'The businesses of a town whose data are open, by last change. `after` of one answer is the cursor of the next, now or in a month: then it gives what changed since.',
    call: 'GET /v1/open/businesses',
    example: '/v1/open/businesses?town=clichy-92110&size=10',
    access: 'public',
    query: z.object({ town: z.string(wrong).min(1, wrong).max(200, wrong), after: cursor, size }),
    answer: list(z.union([removed, business])),
    sendsItself: true,
    refusals: ['NOT_FOUND'],
  },
  readOpenBusiness: {
    summary: 'One business whose data are open, with its phone, e-mail and the closures to come.',
    call: 'GET /v1/open/businesses/:id',
    access: 'public',
    params: z.object({ id: pathUuid() }),
    answer: z.object({ licence, business: wholeBusiness }),
    sendsItself: true,
    refusals: ['NOT_FOUND'],
  },
  listOpenEvents: {
    summary:
      'The events of a town or of a business, by last change; the same cursor. `format=openagenda` answers as OpenAgenda does.',
    call: 'GET /v1/open/events',
    example: '/v1/open/events?town=clichy-92110&size=10',
    access: 'public',
    query: z
      .object({
        town: word(),
        business: one,
        after: cursor,
        'after[]': z.preprocess((value) => absentIfEmpty(Array.isArray(value) ? value[0] : value), word()),
        size,
        format: leftOut(z.literal('openagenda', wrong)),
        removed: z.preprocess(absentIfEmpty, z.enum(['0', '1', 'null'], wrong).default('0')),
      })
      .refine(({ town, business }) => (town === undefined) !== (business === undefined), {
        path: ['town'],
        error: wrong,
      }),
    answer: list(z.union([removed, event])),
    sendsItself: true,
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract

const openData = z.object({
  open: z.boolean(),
  /** What the owner said; null: nothing yet. */
  chosen: z.boolean().nullable(),
  /** Where it is read. */
  api: z.string(),
  embeds: z.object({ hours: z.string(), agenda: z.string() }),
})

export const openDataContract = {
  readOpenData: {
    summary: 'Whether the hours and events of a business are open data, and the codes for its own site.',
    call: 'GET /v1/company/:id/open-data',
    ...ofCompany('counter'),
    answer: openData,
  },
  chooseOpenData: {
    summary:
      'Opens the hours and events of a business under Licence Ouverte 2.0, or closes them. The same choice again changes nothing.',
    call: 'PUT /v1/company/:id/open-data',
    ...ofCompany('manager'),
    body: z.object({ open: flag(wrong) }),
    answer: openData,
  },
} as const satisfies Contract
