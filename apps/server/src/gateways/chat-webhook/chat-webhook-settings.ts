import { address, type Environment, optional } from '../environment.ts'

export type ChatWebhookSettings =
  | { provider: 'embedded' }
  | { provider: 'none' }
  /** Mattermost understands Slack's body. The address is a secret. */
  | { provider: 'slack' | 'discord'; url: string }

export function readChatWebhookSettings(env: Environment, production: boolean): ChatWebhookSettings {
  if (optional(env, 'CHAT_WEBHOOK_URL') === undefined) return { provider: production ? 'none' : 'embedded' }
  const url = address(env, 'CHAT_WEBHOOK_URL', '')
  return { provider: isDiscord(url) ? 'discord' : 'slack', url }
}

function isDiscord(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return /(^|\.)discord(app)?\.com$/.test(hostname) || pathname.startsWith('/api/webhooks/')
}
