import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, jsonList, longText, ofCompany, optionalText, pathId, pathUuid, uuid } from '../kernel/fields.ts'
import { instantKinds } from './kind.ts'
import { maxActivationTimes } from './schedule.ts'
import { activationTime, scheduleCalls, serverInstant, writtenSchedule } from './schedules.contract.ts'

/** Texts that the rules judge, so that every bad field is named at once. */
const form = {
  companyId: optionalText(),
  title: optionalText(),
  categoryId: optionalText(),
  shortDescription: optionalText(),
  longDescription: z.preprocess((value) => value ?? '', longText()),
  streetAddress: optionalText(),
  city: optionalText(),
  zipCode: optionalText(),
  notificationDate: optionalText(),
  /** True: five minutes from now by the server's clock, whatever `notificationDate` says. */
  quickNotification: flag().optional(),
  latitude: optionalText(),
  longitude: optionalText(),
}
const formFields = z.object(form).omit({ companyId: true })
/** The fields of an instant in a call, as texts not judged yet. */
export type ReceivedInstant = z.output<typeof formFields>

const writtenTime = {
  activationTimeType: optionalText(),
  activeDayType: optionalText(),
  startDateTime: optionalText(),
  endDateTime: optionalText(),
  isEnabled: flag().optional(),
}

/** A list that cannot be read, or of more than there may be, is judged as an empty one: `schedule_error`, beside the other bad fields. */
const activationTimes = jsonList(z.object({ ...writtenTime, id: integer().nullish() }), maxActivationTimes).catch([])

/** Where the instant is to be listed, when its form knows; empty is absent. */
const instantType = optionalText()
  .transform((kind) => kind || undefined)
  .pipe(z.enum(instantKinds).optional())

const companyId = z.object({ companyId: pathUuid() })
const instantId = z.object({ id: pathId() })
const ofPublisher = { access: { through: 'instant', atLeast: 'publisher' }, params: instantId } as const
const socialPageType = z.enum(['FACEBOOK', 'INSTAGRAM'])
const socialPage = z.object({ idPage: z.string(), name: z.string(), type: socialPageType })

export const instantsContract = {
  listInstants: {
    summary: 'The instants of a company, enabled first, then last changed first.',
    call: 'GET /v1/instants/company/:companyId',
    access: { company: 'params.companyId', atLeast: 'counter' },
    params: companyId,
    answer: z.array(serverInstant),
  },
  readInstant: {
    summary: 'One instant of the caller.',
    call: 'GET /v1/instants/:id',
    access: { through: 'instant', atLeast: 'counter' },
    params: instantId,
    answer: serverInstant,
    refusals: ['INSTANT_NOT_FOUND'],
  },
  createInstant: {
    summary: 'Creates an instant, whole with its schedule, or a draft until its first activation time; answers its id.',
    call: 'POST /v1/instants',
    access: { company: 'body.companyId', atLeast: 'publisher' },
    body: z.object({ ...form, companyId: uuid(), instantType, ...writtenSchedule }),
    files: { picture: 1 },
    answer: z.number(),
    refusals: ['MAX_INSTANTS', 'NOTIFICATION_NOT_ALLOWED'],
  },
  saveInstant: {
    summary:
      'Writes an instant whole: texts, picture, schedule, publication and notification, unless it was changed elsewhere.',
    call: 'PUT /v1/instants/:id',
    ...ofPublisher,
    body: z.object({ ...form, id: optionalText(), version: integer(), ...writtenSchedule }),
    files: { picture: 1 },
    answer: serverInstant,
    refusals: [
      'INSTANT_NOT_FOUND',
      'FORBIDDEN',
      'MAX_INSTANTS',
      'NOTIFICATION_NOT_ALLOWED',
      'NOTIFICATION_WAIT',
      'NEWER_VERSION',
    ],
  },
  addActivationTime: {
    summary: 'Adds an activation time to an instant.',
    call: 'POST /v1/instants/:id/activation-times',
    ...ofPublisher,
    body: z.object({ ...writtenTime, instantId: optionalText() }),
    answer: activationTime,
    refusals: ['INSTANT_NOT_FOUND', 'FORBIDDEN', 'MAX_INSTANTS', 'FIXED_ALREADY_SET'],
  },
  updateInstant: {
    summary: 'Writes an instant and its whole schedule; also the play/pause toggle.',
    call: 'POST /v1/instants/:id/update-instant-and-activationTimes',
    ...ofPublisher,
    body: z.object({
      ...form,
      id: optionalText(),
      activationTimes,
    }),
    files: { picture: 1 },
    answer: serverInstant,
    refusals: [
      'INSTANT_NOT_FOUND',
      'FORBIDDEN',
      'MAX_INSTANTS',
      'NOTIFICATION_NOT_ALLOWED',
      'NOTIFICATION_WAIT',
      'SCHEDULE_TOO_RICH',
    ],
  },
  ...scheduleCalls,
  deleteInstant: {
    summary: 'Deletes an instant, its schedule and its pending notification.',
    call: 'DELETE /v1/instants/:id',
    ...ofPublisher,
    answer: z.object({ id: z.number() }),
    refusals: ['INSTANT_NOT_FOUND'],
  },
  readSocialPage: {
    summary: 'The page a company shares its instants on.',
    call: 'GET /v1/company/:id/social-page',
    ...ofCompany('manager'),
    query: z.object({ type: socialPageType }),
    answer: socialPage,
    refusals: ['NO_PAGE_FOUND'],
  },
  writeSocialPage: {
    summary: 'Remembers the page a company shares its instants on.',
    call: 'PUT /v1/company/:id/social-page',
    ...ofCompany('manager'),
    body: z.object({ idPage: optionalText(), name: optionalText(), type: optionalText() }),
    answer: socialPage,
  },
} as const satisfies Contract
