import type { BilledPrice } from '@parvis/domain/subscription/membership'
import type { Periodicity } from '@parvis/domain/subscription/plans'
import type { PaymentEvent } from './payment-events.ts'

export type CheckoutRequest = {
  companyId: string
  userId: number
  planId: string
  periodicity: Periodicity
  /** Tax included, computed by the server. */
  amountCents: number
  /** ISO 4217, lower case: "eur". */
  currency: string
  /** Shown on the payment page: "PREMIUM – abonnement annuel". */
  label: string
  /** Shown with the subscription on the provider's receipts; 500 characters at most. */
  description?: string
  /** The provider's customer when the company already has one. */
  customerId?: string
  customerEmail?: string
  /** May hold {CHECKOUT_SESSION_ID}, replaced by the provider. */
  successUrl: string
  cancelUrl: string
  /** One per click: the same key gives the same session. */
  idempotencyKey: string
}

export type PaymentSession = {
  id: string
  /** 'paid' also when nothing was due. */
  status: 'paid' | 'unpaid'
  /** Whether the page may still be paid. */
  state: 'open' | 'complete' | 'expired'
  mode: 'subscription' | 'other'
  amountCents: number
  currency: string
  livemode: boolean
  subscriptionId: string | undefined
  /** companyId, userId, planId and periodicity of the request, in the subscription too. */
  metadata: Record<string, string>
}

export type PaymentSubscription = {
  id: string
  /** The provider's words: only active and trialing give rights; past_due keeps them while it is being retried. */
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused'
  livemode: boolean
  customerId: string
  /** Unix seconds; undefined when the provider gives none. */
  currentPeriodEnd: number | undefined
  cancelAtPeriodEnd: boolean
  /** What it is billed by; undefined when the provider does not say. */
  price: BilledPrice | undefined
  /** The latest paid periods, in Unix seconds: providers move `currentPeriodEnd` when they bill, not when they are paid. */
  paidPeriods: readonly PaidPeriod[]
  metadata: Record<string, string>
}

export type PaidPeriod = { invoiceId: string; start: number; end: number }

/** A payment as it stands: of which subscription's invoice, and whether its money went back. */
export type PaymentCharge = {
  id: string
  livemode: boolean
  subscriptionId: string | undefined
  invoiceId: string | undefined
  amountCents: number
  refundedCents: number
  /** `refund`: given back whole. `dispute`: the bank holds it, or took it back; a dispute that was won is none. */
  reversal: 'refund' | 'dispute' | undefined
}

/** Memberships paid by card. Everything async throws GatewayFailure. */
export type Payment = {
  /** Whether money is real: a session whose livemode differs is refused by the caller. */
  readonly livemode: boolean
  /** Opens a hosted payment page for a subscription. The browser goes to `url` once. */
  createCheckout(request: CheckoutRequest): Promise<{ sessionId: string; url: string }>
  /** GatewayFailure 'not_found' when the provider knows no such session. */
  readSession(sessionId: string): Promise<PaymentSession>
  readSubscription(subscriptionId: string): Promise<PaymentSubscription>
  /** Ends it now, without refund; one already ended, or unknown, is fine. */
  endSubscription(subscriptionId: string, idempotencyKey: string): Promise<void>
  /** Bills no further period (`on`), or goes on as before; one already ended, or unknown, is fine. */
  endAtPeriodEnd(subscriptionId: string, on: boolean): Promise<void>
  readCharge(chargeId: string): Promise<PaymentCharge>
  /** A personal page where the customer finds invoices and cancels; short-lived, made on each click. */
  billingPortal(customerId: string, returnUrl: string): Promise<string>
  /** Where anybody may open that portal, when no setting names it. */
  billingPage?: string
  /**
   * Reads a webhook call from its raw bytes. undefined when the signature is missing, wrong, or signed more than
   * 300 s before or after `nowSeconds` (both ways: T18, api.md 8.15), or when the body is not an event.
   */
  parseWebhook(rawBody: Buffer, signatureHeader: string | undefined, nowSeconds: number): PaymentEvent | undefined
}
