import { address, type Environment, optional } from '../environment.ts'
import { createHttpClient, expectSuccess, type HttpContext } from '../http-client.ts'

/** The team's chat channel: error reports and registry codes. */
export type ChatWebhook = {
  /** Whether a channel (in development the outbox) is configured; with "none" nothing is posted. */
  readonly active: boolean
  /**
   * Posts one plain message. Mentions and links are neutralised; phones, e-mails and tokens masked.
   * Never rejects and never waits for the channel: resolves at once (in development, once the outbox has it). How many
   * may be posted per hour is the caller's rule.
   */
  post(text: string): Promise<void>
}

const timeoutMilliseconds = 2000

/** Messages waiting for a channel that hangs; those beyond are dropped. */
const maxUnderWay = 10

/**
 * Posts to a Slack, Mattermost or Discord channel, without making anybody wait for it. Its address is a secret: it is
 * in no log and no failure.
 */
export function createRealChatWebhook(
  { provider, url }: Extract<ChatWebhookSettings, { url: string }>,
  context: HttpContext,
): ChatWebhook {
  const client = createHttpClient(
    { name: 'chat', baseUrl: url, timeoutMs: timeoutMilliseconds, maxBytes: 20_000 },
    context,
  )
  const bodyOf = provider === 'discord' ? discordBody : slackBody
  const lose = () => context.log.warn({ gateway: 'chat' }, 'chat message lost')
  let underWay = 0
  return {
    active: true,
    async post(text) {
      if (underWay >= maxUnderWay) return lose()
      underWay += 1
      // The answer's body is ignored: Slack sends "ok", Discord an empty 204.
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

const maxCharacters = 4000

/**
 * What may be shown in a chat room of a text that anyone could have written: e-mails, phones, tokens and long
 * hexadecimal runs masked, mentions and links made inert, control characters removed, cut to 4,000 characters.
 */
export function neutralText(text: string): string {
  return substitutions
    .reduce((safe, [pattern, by]) => safe.replace(pattern, by), text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters)
}

/** WORD JOINER (U+2060): invisible, it breaks "@everyone" and "http://" for the chat's parser. */
const wordJoiner = '\u2060'

const substitutions: readonly (readonly [RegExp, string])[] = [
  [/(?![\t\n])[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, ''],
  [/[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,8}/g, '[e-mail]'],
  [/\b(?:bearer|token|secret|password|api[-_]?key)\b["']?\s*[:=]?\s*["']?[^\s"',;)]{6,}/gi, '[jeton]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, '[jeton]'],
  [/\b(?:sk|pk|rk|whsec|cs|AC|SK)_[\w]{8,}/g, '[jeton]'],
  // A UUID names a company or a call, and opens nothing: it is what the team looks for.
  [/(?<![\w-])(?![\w-]*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))[\w-]{32,}(?![\w-])/gi, '[jeton]'],
  [/(?:\+|\b00)\s?\d{1,3}[\s.()-]{0,3}\d(?:[\s.()-]{0,2}\d){5,12}\b/g, '[téléphone]'],
  [/\b33[67]\d{8}\b/g, '[téléphone]'],
  [/\bcode\b["']?\s*[:=]\s*["']?\d{4,8}\b/gi, '[code]'],
  [/(?<!\d)0[1-9](?:[\s.\u00a0\u202f-]?\d{2}){4}(?!\d)/g, '[téléphone]'],
  [/(?:(https?|ftp)):\/\//gi, `$1:${wordJoiner}//`],
  [/\bwww\./gi, `www${wordJoiner}.`],
  [/([a-z0-9-])\.(?=(?:com|fr|net|org|io|eu|info|biz|ru|cn|xyz|site|shop|dev|ly)\b)/gi, `$1${wordJoiner}.`],
  [/@/g, `@${wordJoiner}`],
  [/</g, '‹'],
  [/>/g, '›'],
]
