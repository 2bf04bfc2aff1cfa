export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's for a simulator. */
  apiUrl: string
  /** A tax rate of the Stripe account, written on the invoices; prices include tax. */
  taxRateId: string | undefined
  /** "premium:annual" → price_…; without one the price is written in the call. */
  prices: Readonly<Record<string, string>>
}
