import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Dependencies, Development } from '../dependencies.ts'
import type { GatewayLog } from '../gateways/gateway-failure.ts'
import { derivedKey, type Substitutes } from '../gateways/gateways.ts'
import { createEmbeddedGeocoder } from '../gateways/geocoder/embedded-geocoder.ts'
import { developmentContract } from './development.contract.ts'
import { findDnsRecords, findPremiumSubdomain, type OutboxEntry, putInOutbox } from './development.queries.ts'
import { developmentRoutes } from './development.routes.ts'
import { createEmbeddedCheckout, type EmbeddedCheckout } from './embedded-checkout.ts'
import { createEmbeddedPayment } from './embedded-payment.ts'
import { createEmbeddedRegistry } from './embedded-registry.ts'
import { knownStreets } from './known-streets.ts'
import { createOutboxChatWebhook, createOutboxMail, createOutboxPush, createOutboxSms } from './outbox.ts'

export { developmentContract } from './development.contract.ts'
export { migrateDevelopment } from './tables.queries.ts'

/** Substitutes for providers that are not chosen, with the calls and pages that show what they did. */
export function createDevelopment(
  db: Db,
  { config, log }: { config: Config; log: GatewayLog },
): Development & { substitutes: Substitutes; checkout: EmbeddedCheckout } {
  const { publicUrl, secretKey, gateways } = config
  const put = (entries: readonly OutboxEntry[]) => putInOutbox(db, entries)
  const webhookSecret = embeddedWebhookSecret(secretKey)
  const checkout = createEmbeddedCheckout(webhookSecret, db)
  const isShown = gateways.payment.provider === 'embedded'
  return {
    substitutes: {
      sms: createOutboxSms(put, log),
      mail: createOutboxMail(put, log, new URL(publicUrl).hostname),
      payment: createEmbeddedPayment({ publicUrl, webhookSecret }, db),
      registry: createEmbeddedRegistry(),
      geocoder: createEmbeddedGeocoder(knownStreets),
      push: createOutboxPush(put),
      chatWebhook: createOutboxChatWebhook(put, log),
      dns: {
        readTexts: async (name) => (await findDnsRecords(db, name)).texts,
        readPointers: async (name) => (await findDnsRecords(db, name)).pointers,
      },
    },
    checkout,
    contract: developmentContract,
    premiumSubdomain: () => findPremiumSubdomain(db),
    routes: (app: FastifyInstance, deps: Dependencies) =>
      void app.register(async (own) => developmentRoutes(own, deps, isShown ? checkout : undefined)),
  }
}

/** The secret that signs the webhooks of the embedded checkout. */
export function embeddedWebhookSecret(secretKey: Buffer): string {
  return derivedKey(secretKey, 'embedded payment webhooks').toString('hex')
}
