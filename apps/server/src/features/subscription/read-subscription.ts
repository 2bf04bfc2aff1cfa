import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import {
  currentSubscription,
  everySold,
  lapsesAt,
  planOffer,
  showsBillingPortal,
} from '@parvis/domain/subscription/membership'
import { effectiveMembership } from '@parvis/domain/subscription/plans'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { ActingCompany } from '../../http/actor.ts'
import { findCompanyPlan } from '../company/index.ts'
import { callProvider } from './call-provider.ts'
import { findCustomer, listStandingSubscriptions } from './subscriptions.queries.ts'

/** What a company bought and what it may buy, by the same rule as the purchase itself. */
export async function readSubscription({ db }: Dependencies, { id, type }: ActingCompany) {
  const now = await readNow(db)
  const current = currentSubscription(await listStandingSubscriptions(db, id), now.epochMilliseconds)
  const ends = current && lapsesAt(current)
  const purchased = (await findCompanyPlan(db, id))?.purchased ?? 'freemium'
  const bought = { membership: purchased, periodicity: current?.periodicity ?? null }
  return {
    membership: effectiveMembership(type, purchased),
    purchased,
    periodicity: bought.periodicity,
    status: current?.status ?? (await statusWithoutPlan(db, id)),
    endsAt: ends === undefined ? null : writeParisIso(ends),
    periodEnd: current ? writeParisIso(current.periodEnd) : null,
    offers: everySold.map((sold) => ({ ...sold, offer: planOffer(type, bought, sold.plan, sold.periodicity) })),
    billingPortal: showsBillingPortal(type, purchased),
  }
}

/** Of who has paid before, the plan is over; null of who never had one. */
async function statusWithoutPlan(db: Dependencies['db'], companyId: string): Promise<'ended' | null> {
  return (await findCustomer(db, companyId)) ? 'ended' : null
}

/** A personal page at the provider, made at each click; 404 NO_CUSTOMER for a company that never paid. */
export async function openBillingPortal({ db, config, gateways }: Dependencies, companyId: string): Promise<string> {
  const customer = await findCustomer(db, companyId)
  if (!customer) throw refusal('subscription.no_customer')
  return await callProvider(gateways.payment.billingPortal(customer, `${config.publicUrl}/subscription`))
}
