import { z } from 'zod'
import { ownedGroups } from '../calendars/imported-event.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, jsonList, optionalJsonList, optionalText, pathId } from '../kernel/fields.ts'
import { eventStates } from './event-state.ts'

export const activationTime = z.object({
  id: z.number(),
  activationTimeType: z.enum(['during_instant', 'DURING_AND_BEFORE_TWO_HOUR']),
  activeDayType: z.string(),
  startDateTime: z.string(),
  endDateTime: z.string(),
  isEnabled: z.boolean(),
  /** When it really ends, of a date of several days: `endDateTime` is on the day of the start then. */
  realEndDateTime: z.string().nullable(),
})

const stateOf = z.enum(eventStates)

/** Body of a full schedule. */
const schedule = z.object({
  kind: z.enum(['dates', 'weekly', 'hours']),
  dates: z.array(
    z.object({
      id: z.number(),
      start: z.string(),
      end: z.string(),
      preview: z.boolean(),
      enabled: z.boolean(),
      state: stateOf,
      message: z.string().nullable(),
      formerStart: z.string().nullable(),
    }),
  ),
  weekly: z.array(
    z.object({
      id: z.number(),
      days: z.array(z.number()),
      start: z.string(),
      end: z.string(),
      from: z.string().nullable(),
      until: z.string().nullable(),
      except: z.array(z.string()),
      preview: z.boolean(),
      enabled: z.boolean(),
      occurrences: z.array(z.object({ day: z.string(), state: stateOf, message: z.string().nullable() })),
    }),
  ),
})

/** What an instant says, to its owner and to residents. */
export const instantTexts = {
  id: z.number(),
  businessId: z.string(),
  title: z.string(),
  shortDescription: z.string(),
  longDescription: z.string(),
  category: z.string(),
  categoryId: z.number(),
}

export const serverInstant = z.object({
  instantInformation: z.object({
    ...instantTexts,
    /** Null of a copy without its picture, until one is given: it cannot be published before. */
    picture: z.string().nullable(),
    pictureUrl: z.string().nullable(),
  }),
  address: z.object({
    address: z.string(),
    city: z.string(),
    zipCode: z.string(),
    coordinates: z.object({ latitude: z.number().nullable(), longitude: z.number().nullable() }),
  }),
  instantActivationTimes: z.array(activationTime),
  notificationSent: z.boolean(),
  /** `YYYY-MM-DD HH:mm` in Paris: the date to come, else that of the last sending. */
  notificationDate: z.string().nullable(),
  lastNotificationDate: z.string().nullable(),
  status: z.boolean(),
  lastModificationDate: z.string(),
  /** Moves with every change; sent back with a schedule or a state, so that an older screen changes nothing. */
  version: z.number(),
  /** Grows with each change of time or state, for calendars. */
  sequence: z.number(),
  publication: z.object({
    state: z.enum(['published', 'draft', 'scheduled']),
    at: z.string().nullable(),
    notify: z.boolean(),
  }),
  eventState: z.object({ state: stateOf, message: z.string().nullable(), since: z.string().nullable() }),
  followsHours: z.boolean(),
  pausesWhenClosed: z.boolean(),
  schedule: schedule.nullable(),
  /** Null of one that was written by hand; `owned`: what a hand changed, which the calendar changes no more. */
  fromCalendar: z
    .object({
      owned: z.array(z.enum(ownedGroups)),
      why: z.enum(['like', 'elsewhere']).nullable(),
      like: z.number().nullable(),
    })
    .nullable(),
})

const writtenDate = {
  start: optionalText(),
  end: optionalText(),
  preview: flag().optional(),
  enabled: flag().optional(),
}

/** A whole schedule and its publication; in a form, its lists are JSON. */
export const writtenSchedule = {
  kind: optionalText(),
  dates: optionalJsonList(z.object({ id: integer().nullish(), ...writtenDate })),
  weekly: optionalJsonList(
    z.object({
      ...writtenDate,
      days: z.array(integer()).optional(),
      from: optionalText(),
      until: optionalText(),
      except: z.array(z.string()).nullish(),
    }),
  ),
  pausesWhenClosed: flag().optional(),
  publication: optionalText(),
  notifyAtPublication: flag().optional(),
}

const instantId = z.object({ id: pathId() })
const ofPublisher = { access: { through: 'instant', atLeast: 'publisher' }, params: instantId } as const

/** The schedule of an instant written whole, its states and its copies: a part of the contract of instants. */
export const scheduleCalls = {
  saveSchedule: {
    summary:
      'Writes the whole schedule of an instant: dates, weekly lines or the opening hours; and when it is published.',
    call: 'PUT /v1/instants/:id/schedule',
    ...ofPublisher,
    body: z.object({ version: integer(), ...writtenSchedule }),
    answer: serverInstant,
    refusals: ['INSTANT_NOT_FOUND', 'FORBIDDEN', 'MAX_INSTANTS', 'NOTIFICATION_NOT_ALLOWED', 'NEWER_VERSION'],
  },
  changeState: {
    summary: 'Cancels, postpones, fills or plans again an instant, one of its dates or one weekly occurrence.',
    call: 'POST /v1/instants/:id/state',
    ...ofPublisher,
    body: z.object({
      version: integer(),
      state: stateOf,
      dateId: integer().nullish(),
      occurrence: optionalText(),
      message: optionalText(),
      newStart: optionalText(),
      newEnd: optionalText(),
      notifyFollowers: flag().optional(),
    }),
    answer: serverInstant.extend({ notice: z.enum(['sent', 'none', 'refused']) }),
    refusals: ['INSTANT_NOT_FOUND', 'FORBIDDEN', 'INSTANT_OVER', 'NEWER_VERSION'],
  },
  copyInstant: {
    summary: 'Makes a draft from an instant, with what is kept of it; its dates moved by whole weeks when asked.',
    call: 'POST /v1/instants/:id/copy',
    ...ofPublisher,
    body: z.object({
      keep: jsonList(z.enum(['texts', 'picture', 'place', 'schedule']), 20),
      shiftWeeks: integer().nullish(),
    }),
    answer: z.object({ id: z.number() }),
    refusals: ['INSTANT_NOT_FOUND', 'FORBIDDEN', 'MAX_INSTANTS'],
  },
  pauseInstant: {
    summary: 'Pauses an instant, or takes it up again: all its dates and lines, or its link to the opening hours.',
    call: 'POST /v1/instants/:id/pause',
    ...ofPublisher,
    body: z.object({ paused: flag() }),
    answer: serverInstant,
    refusals: ['INSTANT_NOT_FOUND', 'FORBIDDEN'],
  },
} as const satisfies Contract
