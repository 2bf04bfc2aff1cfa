import { refusal } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { callProvider } from './call-provider.ts'
import { findCustomer } from './subscriptions.queries.ts'

/** A personal page at the provider, made at each click; 404 NO_CUSTOMER for a company that never paid (AMB-66). */
export async function openBillingPortal({ db, config, gateways }: Dependencies, companyId: string): Promise<string> {
  const customer = await findCustomer(db, companyId)
  if (!customer) throw refusal('subscription.no_customer')
  return await callProvider(gateways.payment.billingPortal(customer, `${config.publicUrl}/subscription`))
}
