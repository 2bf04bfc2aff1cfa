import { accessRefusals } from './access/access.refusals.ts'
import { companyRefusals } from './company/company.refusals.ts'
import { domainsRefusals } from './domains/domains.fr.ts'
import { hoursRefusals } from './hours/hours.refusals.ts'
import { instantsRefusals } from './instants/instants.refusals.ts'
import type { FieldErrors } from './kernel/field-errors.ts'
import { requestRefusals } from './kernel/request.refusals.ts'
import { messagesRefusals } from './messages/messages.refusals.ts'
import { municipalityRefusals } from './municipality/municipality.refusals.ts'
import { ordersRefusals } from './orders/orders.refusals.ts'
import { registrationRefusals } from './registration/registration.refusals.ts'
import { siteRefusals } from './site/site.refusals.ts'
import { subscriptionRefusals } from './subscription/subscription.refusals.ts'

/** Every way the product can say no: one line per feature. */
export const refusals = {
  ...requestRefusals,
  ...accessRefusals,
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
}

export type RefusalKey = keyof typeof refusals

export type RefusalExtras = {
  fields?: FieldErrors
  details?: Record<string, unknown>
  /** The sentence to show, where the first field's key alone does not choose it. */
  message?: string
  /** Seconds before the caller may try again. */
  retryAfter?: number
  /** The effects of the transaction stay although the call is refused (a counted wrong code, a removed draft). */
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

/** `throw refusal('access.code_invalid')` */
export function refusal(key: RefusalKey, extras: RefusalExtras = {}): Refusal {
  return new Refusal(key, extras)
}

/** Refuses with 400 VALIDATION when a rule found something wrong. */
export function refuseFields(fields: FieldErrors, extras: RefusalExtras = {}): void {
  if (Object.keys(fields).length > 0) throw refusal('request.validation', { fields, ...extras })
}
