import { accessRefusals } from './access/access.refusals.fr.ts'
import { actsRefusals } from './acts/acts.refusals.fr.ts'
import { alertsRefusals } from './alerts/alerts.refusals.fr.ts'
import { bookingsRefusals } from './bookings/bookings.refusals.fr.ts'
import { calendarsRefusals } from './calendars/calendar.refusals.fr.ts'
import { companyRefusals } from './company/company.refusals.fr.ts'
import { domainsRefusals } from './domains/domains.fr.ts'
import { hoursRefusals } from './hours/hours.texts.fr.ts'
import { instantsRefusals } from './instants/instants.refusals.fr.ts'
import type { FieldErrors } from './kernel/field-errors.ts'
import { requestRefusals } from './kernel/request.refusals.fr.ts'
import { messagesRefusals } from './messages/messages.refusals.fr.ts'
import { municipalityRefusals } from './municipality/municipality.refusals.fr.ts'
import { ordersRefusals } from './orders/orders.refusals.fr.ts'
import { registrationRefusals } from './registration/registration.refusals.fr.ts'
import { siteRefusals } from './site/site.refusals.fr.ts'
import { subscriptionRefusals } from './subscription/subscription.refusals.fr.ts'
import { teamRefusals } from './team/team.refusals.fr.ts'

/** Every way the product can say no: one line per feature. */
export const refusals = {
  ...requestRefusals,
  ...accessRefusals,
  ...actsRefusals,
  ...alertsRefusals,
  ...calendarsRefusals,
  ...bookingsRefusals,
  ...companyRefusals,
  ...domainsRefusals,
  ...hoursRefusals,
  ...instantsRefusals,
  ...messagesRefusals,
  ...municipalityRefusals,
  ...ordersRefusals,
  ...registrationRefusals,
  ...siteRefusals,
  ...subscriptionRefusals,
  ...teamRefusals,
}

export type RefusalKey = keyof typeof refusals

export type RefusalExtras = {
  fields?: FieldErrors
  details?: Record<string, unknown>
  /** The sentence to show, where the first field's key alone does not choose it. */
  message?: string
  /** Seconds until the caller may try again. */
  retryAfter?: number
  /** Commits the transaction although the call is refused (a counted wrong code, a deleted draft). */
  keepEffects?: true
}

export class Refusal extends Error {
  readonly key: RefusalKey
  readonly extras: RefusalExtras
  constructor(key: RefusalKey, extras: RefusalExtras = {}) {
    super(key)
    this.key = key
    this.extras = extras
  }
}

/** Whether what the use case wrote is committed although it throws this. */
export const keepsEffects = (error: unknown): boolean => error instanceof Refusal && error.extras.keepEffects === true

/** `throw refusal('access.code_invalid')` */
export function refusal(key: RefusalKey, extras: RefusalExtras = {}): Refusal {
  return new Refusal(key, extras)
}

/** Refuses with 400 VALIDATION when a rule found something wrong. */
export function refuseFields(fields: FieldErrors, extras: RefusalExtras = {}): void {
  if (Object.keys(fields).length > 0) throw refusal('request.validation', { fields, ...extras })
}

/** The value that a rule made of what was typed; refuses with 400 VALIDATION when it found something wrong. */
export function valueOrRefuse<T>({ errors, value }: { errors: FieldErrors; value?: T | undefined }): T {
  refuseFields(errors)
  if (value === undefined) throw new Error('what was typed without errors has a value')
  return value
}
