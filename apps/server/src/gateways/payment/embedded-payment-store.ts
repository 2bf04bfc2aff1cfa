import type { Periodicity } from './payment.ts'

/** A row of the look-alike's own books; unrelated to the memberships of the product. */
export type EmbeddedSession = {
  id: string
  idempotencyKey: string
  companyId: string
  planId: string
  periodicity: Periodicity
  label: string
  amountCents: number
  currency: string
  successUrl: string
  cancelUrl: string
  state: 'open' | 'complete' | 'expired'
  status: 'paid' | 'unpaid'
  customerId: string
  subscriptionId: string | null
  metadata: Record<string, string>
}

export type EmbeddedSubscription = {
  id: string
  companyId: string
  customerId: string
  periodicity: Periodicity
  amountCents: number
  status: 'active' | 'past_due' | 'canceled'
  /** Unix seconds. */
  currentPeriodEnd: number
  metadata: Record<string, string>
}

/** Where the embedded payment provider keeps its state, so that several processes see the same one. */
export type EmbeddedPaymentStore = {
  /** Saves unless a session with that idempotency key exists; returns the one that stands. One statement. */
  saveSession(session: EmbeddedSession): Promise<EmbeddedSession>
  findSession(id: string): Promise<EmbeddedSession | undefined>
  /** Returns false, changing nothing, when the session is no longer open: two clicks on "Payer" pay once. */
  closeSession(id: string, result: Pick<EmbeddedSession, 'state' | 'status' | 'subscriptionId'>): Promise<boolean>
  saveSubscription(subscription: EmbeddedSubscription): Promise<void>
  findSubscription(id: string): Promise<EmbeddedSubscription | undefined>
  /** The company's latest subscription that is not canceled. */
  findCompanySubscription(companyId: string): Promise<EmbeddedSubscription | undefined>
  updateSubscription(
    id: string,
    change: Partial<Pick<EmbeddedSubscription, 'status' | 'currentPeriodEnd'>>,
  ): Promise<void>
}

/** Keeps everything in this process: for tests of the gateway, and until a table is given. */
export function createMemoryPaymentStore(): EmbeddedPaymentStore {
  const sessions = new Map<string, EmbeddedSession>()
  const subscriptions = new Map<string, EmbeddedSubscription>()
  return {
    async saveSession(session) {
      const known = [...sessions.values()].find((one) => one.idempotencyKey === session.idempotencyKey)
      if (known) return known
      sessions.set(session.id, session)
      return session
    },
    findSession: async (id) => sessions.get(id),
    async closeSession(id, result) {
      const session = sessions.get(id)
      if (session?.state !== 'open') return false
      sessions.set(id, { ...session, ...result })
      return true
    },
    async saveSubscription(subscription) {
      subscriptions.set(subscription.id, subscription)
    },
    findSubscription: async (id) => subscriptions.get(id),
    findCompanySubscription: async (companyId) =>
      [...subscriptions.values()].findLast((one) => one.companyId === companyId && one.status !== 'canceled'),
    async updateSubscription(id, change) {
      const subscription = subscriptions.get(id)
      if (subscription) subscriptions.set(id, { ...subscription, ...change })
    },
  }
}
