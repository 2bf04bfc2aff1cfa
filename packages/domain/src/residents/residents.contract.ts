import { z } from 'zod'
import { openHours, shownProfile } from '../company/company.contract.ts'
import { openingAnswer, publicHoursAnswer } from '../hours/hours.contract.ts'
import { eventStates } from '../instants/event-state.ts'
import { activationTime, instantTexts } from '../instants/schedules.contract.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, pathUuid, text } from '../kernel/fields.ts'

/** The longest push target that is kept: a Web Push subscription with its keys is under 1,000 characters. */
const deviceToken = () => text().pipe(z.string().min(1).max(2000))

/** An instant that residents can see; dates as in the other calls about instants. */
const publicInstant = z.object({
  ...instantTexts,
  instantType: z.enum(['service', 'specialOffer', 'event']).nullable(),
  pictureUrl: z.string(),
  address: z.string(),
  city: z.string(),
  zipCode: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  activationTimes: z.array(activationTime.omit({ isEnabled: true })),
  /** Of a next date that takes bookings. */
  seats: z.number().nullable(),
  seatsLeft: z.number().nullable(),
  /** With `states=1`. */
  state: z.enum(eventStates).optional(),
  stateMessage: z.string().nullable().optional(),
})

/**
 * An answer that is made once and given many times: objects that this schema has checked are not checked again, nor copied.
 * The hours of 500 businesses are a third of a list.
 */
function checkedOnce<Schema extends z.ZodType>(schema: Schema): Schema {
  const once = schema.clone()
  const check = once._zod.run.bind(once._zod)
  const checked = new WeakMap<object, unknown>()
  once._zod.run = (payload, context) => {
    const { value } = payload
    if (typeof value !== 'object' || value === null) return check(payload, context)
    const known = checked.get(value)
    if (known !== undefined) return Object.assign(payload, { value: known })
    const result = check(payload, context)
    if (!(result instanceof Promise) && result.issues.length === 0) checked.set(value, result.value)
    return result
  }
  return once
}

const publicProfile = z.object({
  ...shownProfile,
  verified: z.boolean(),
  category: z.string(),
  openHours: checkedOnce(openHours),
  opening: checkedOnce(openingAnswer),
  hours: checkedOnce(publicHoursAnswer),
  isFollowed: z.boolean(),
  instants: z.array(publicInstant),
})

/** Read when it is there and is one; an app that sends something else is served as without it. */
const degrees = (max: number) => z.coerce.number().min(-max).max(max).optional().catch(undefined)

/** Calls of the residents' app: businesses, what they follow and where they are told. */
export const residentsContract = {
  follow: {
    summary: 'Follows a company; once, however often it is called (M-045).',
    call: 'PUT /v1/app/companies/:id/follow',
    access: 'session',
    params: z.object({ id: pathUuid() }),
    answer: z.object({ followersCount: z.number() }),
  },
  unfollow: {
    summary: 'Stops following a company.',
    call: 'DELETE /v1/app/companies/:id/follow',
    access: 'session',
    params: z.object({ id: pathUuid() }),
    answer: z.object({ followersCount: z.number() }),
  },
  addDevice: {
    summary: 'Registers a push target of the caller; a token belongs to one person.',
    call: 'POST /v1/app/devices',
    access: 'session',
    body: z.object({ token: deviceToken(), platform: z.enum(['ios', 'android', 'web']) }),
  },
  removeDevice: {
    summary: 'Forgets a push target of the caller.',
    call: 'DELETE /v1/app/devices',
    access: 'session',
    body: z.object({ token: deviceToken() }),
  },
  listPublicCompanies: {
    summary:
      'The completed businesses of a postal code, as residents see them, 500 at most; with `lat` and `lng` nearest first.',
    call: 'GET /v1/app/companies',
    access: 'visitor',
    query: z.object({ zip: text(), states: flag().optional(), lat: degrees(90), lng: degrees(180) }),
    answer: z.array(publicProfile),
  },
  readPublicCompany: {
    summary: 'A completed business as residents see it.',
    call: 'GET /v1/app/companies/:id',
    access: 'visitor',
    params: z.object({ id: pathUuid() }),
    query: z.object({ states: flag().optional() }),
    answer: publicProfile,
  },
} as const satisfies Contract
