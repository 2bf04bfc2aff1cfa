import { createHttpClient, expectSuccess, type HttpContext } from '../http-client.ts'
import type { ChatWebhook } from './chat-webhook.ts'
import type { ChatWebhookSettings } from './chat-webhook-settings.ts'
import { neutralText } from './neutral-text.ts'

const TIMEOUT_MS = 2000

/** A channel that hangs for 2 s may hold this many messages; those beyond are dropped. */
const MOST_UNDER_WAY = 10

/**
 * Posts to a Slack, Mattermost or Discord channel, without making anybody wait for it. Its address is a secret: it is
 * in no log and no failure.
 */
export function createRealChatWebhook(
  { provider, url }: Extract<ChatWebhookSettings, { url: string }>,
  context: HttpContext,
): ChatWebhook {
  const client = createHttpClient({ name: 'chat', baseUrl: url, timeoutMs: TIMEOUT_MS, maxBytes: 20_000 }, context)
  const bodyOf = provider === 'discord' ? discordBody : slackBody
  const lose = () => context.log.warn({ gateway: 'chat' }, 'chat message lost')
  let underWay = 0
  return {
    active: true,
    async post(text) {
      if (underWay >= MOST_UNDER_WAY) return lose()
      underWay += 1
      // Slack answers "ok" as a text, Discord an empty 204: only the status counts.
      void client
        .call({ method: 'POST', path: '', json: bodyOf(neutralText(text)) }, expectSuccess)
        .catch(lose)
        .finally(() => {
          underWay -= 1
        })
    },
  }
}

/** Mattermost takes the same body. Only & is left to escape: < and > are already replaced. */
function slackBody(text: string) {
  return { text: text.replaceAll('&', '&amp;').slice(0, 3000), mrkdwn: false, unfurl_links: false, unfurl_media: false }
}

/** Discord refuses more than 2,000 characters. */
function discordBody(text: string) {
  return { content: text.slice(0, 2000), allowed_mentions: { parse: [] } }
}
