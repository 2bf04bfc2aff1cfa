import type { GatewayLog } from '../gateway-log.ts'
import type { Outbox } from '../outbox.ts'
import type { ChatWebhook } from './chat-webhook.ts'
import { neutralText } from './neutral-text.ts'

/** Posts to the outbox (api.md 8.14). */
export function createEmbeddedChatWebhook(outbox: Outbox, log: GatewayLog): ChatWebhook {
  return {
    active: true,
    async post(text) {
      try {
        await outbox.put({ kind: 'webhook', to: 'chat', text: neutralText(text) })
      } catch {
        log.warn({ gateway: 'chat' }, 'chat message lost')
      }
    },
  }
}

/** No channel configured in production: nothing is posted (AMB-148). */
export function createSilentChatWebhook(): ChatWebhook {
  return { active: false, post: async () => {} }
}
