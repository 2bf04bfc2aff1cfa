import { z } from 'zod'
import { businessTypes } from '../kernel/business-type.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, ofCompany, optionalText, pathUuid } from '../kernel/fields.ts'

const day = z.string()

/** What pages count, without anybody in it. */
export const countedActs = [
  ...(['view', 'instant_view', 'alert_view', 'notified_open'] as const),
  ...(['call', 'directions', 'website', 'share', 'calendar'] as const),
] as const

/** The pages of a town whose views are counted: its home and directory, its agenda, its services. */
export const townPages = ['pages', 'agenda', 'services'] as const
export type TownPageKind = (typeof townPages)[number]

const seen = { views: z.number(), openedNotifications: z.number() }
/** Of a business, in a day or in thirty. */
const sums = { followers: z.number(), ...seen }

export const statsContract = {
  readStats: {
    summary: 'Registrations per day and businesses of a postal code.',
    call: 'GET /v1/stats',
    access: 'super-admin',
    query: z.object({ zipCode: optionalText() }),
    answer: z.object({
      profiles: z.array(z.object({ count: z.number(), creationDate: day })),
      companies: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: z.enum(businessTypes),
          category: z.string().nullable(),
          address: z.string(),
          icon: z.string(),
          subdomain: z.string().nullable(),
          email: z.string().nullable(),
          latitude: z.number().nullable(),
          longitude: z.number().nullable(),
          creationDate: z.string(),
          stringCreationDate: z.string(),
        }),
      ),
    }),
  },
  exportStats: {
    summary: 'The businesses of a postal code as a CSV file that no spreadsheet runs.',
    call: 'GET /v1/stats/export',
    access: 'super-admin',
    query: z.object({ zipCode: optionalText() }),
    answer: 'raw',
  },
  countView: {
    summary: 'A resident looks at a business, or at one of its instants; counted once per half-hour.',
    call: 'POST /v1/app/companies/:id/view',
    access: 'visitor',
    params: z.object({ id: pathUuid() }),
    body: z.object({ instantId: optionalText(), fromNotification: flag().optional() }),
  },
  readNumbers: {
    summary: 'The last 30 days of a business: followers, views, opened notifications.',
    call: 'GET /v1/company/:id/numbers',
    ...ofCompany('counter'),
    answer: z.object({
      followersCount: z.number(),
      totals: z.object(sums),
      days: z.array(z.object({ day, ...sums })),
      instants: z.array(z.object({ instantId: z.number(), title: z.string(), ...seen })),
      /** On how many devices the last notification of each instant was shown. */
      reached: z.array(z.object({ instantId: z.number(), devices: z.number() })),
      /** The instants whose last change (cancelled, full…) was told to the followers; over once nothing is left to send. */
      changes: z.array(z.object({ instantId: z.number(), devices: z.number(), isOver: z.boolean() })),
      /** Acts of the residents' site, by kind. */
      acts: z.record(z.string(), z.number()),
      /** The same sums over the 30 days before. */
      before: z.object({ ...sums, acts: z.record(z.string(), z.number()) }),
      sources: z.array(
        z.object({
          source: z.string(),
          label: z.string(),
          views: z.number(),
          scans: z.number(),
          follows: z.number(),
        }),
      ),
      lostFollowers: z.object({ total: z.number(), days: z.array(z.object({ day, count: z.number() })) }),
    }),
  },
  readTownNumbers: {
    summary:
      'Totals of a town for its verified town hall, over 30 days: residents who follow somebody there, views of its pages, agenda and services, its businesses’ own among them (W-116).',
    call: 'GET /v1/company/:id/town-numbers',
    ...ofCompany('counter'),
    answer: z.object({
      followers: z.number(),
      views: z.object({ pages: z.number(), agenda: z.number(), services: z.number() }),
    }),
    refusals: ['FORBIDDEN'],
  },
} as const satisfies Contract
