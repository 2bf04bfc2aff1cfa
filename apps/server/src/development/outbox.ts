import { type ChatWebhook, neutralText } from '../gateways/chat-webhook/chat-webhook.ts'
import type { GatewayLog } from '../gateways/gateway-failure.ts'
import type { Mail } from '../gateways/mail/mail.ts'
import { mailHeaders, messageIdOf, oneLine } from '../gateways/mail/smtp-mail.ts'
import { contentTypeOf, daySeconds, declarativePayload, topicOf } from '../gateways/push/declarative-payload.ts'
import type { Push, PushMessage } from '../gateways/push/push.ts'
import type { Sms } from '../gateways/sms/sms.ts'
import type { OutboxEntry } from './development.queries.ts'

/** Where the substitutes put what they "sent": one statement for all the entries. */
type PutInOutbox = (entries: readonly OutboxEntry[]) => Promise<void>

/** Sends nothing: the message lands in the outbox, and on the terminal of whoever runs the product alone. */
export function createOutboxSms(put: PutInOutbox, log: GatewayLog): Sms {
  return {
    async send({ to, text, key }) {
      await put([{ kind: 'sms', to, text, payload: { key } }])
      log.info({ to, text }, 'SMS (embedded, not sent)')
    },
  }
}

/** Sends nothing: the mail lands in the outbox as a relay would have read it. */
export function createOutboxMail(put: PutInOutbox, log: GatewayLog, domain: string): Mail {
  return {
    isServed: true,
    async send({ to, subject, text, html, key, unsubscribe }) {
      const headers = { 'Message-ID': messageIdOf(key, to, domain), ...mailHeaders(unsubscribe) }
      const payload = { subject: oneLine(subject), html, key, headers }
      await put([{ kind: 'email', to, text: `${payload.subject}\n\n${text}`, payload }])
      log.info({ to, subject: payload.subject }, 'mail (embedded, not sent)')
    },
  }
}

const rowsAtOnce = 1000

/** Sends nothing: each notification becomes an outbox row, a thousand rows at a time (a fan-out has 100,000). */
export function createOutboxPush(put: PutInOutbox): Push {
  return {
    async send(batch) {
      for (let from = 0; from < batch.length; from += rowsAtOnce)
        await put(batch.slice(from, from + rowsAtOnce).map(pushEntry))
      return batch.map(() => 'sent')
    },
  }
}

function pushEntry(message: PushMessage): OutboxEntry {
  const { token, platform, title, body, data, key } = message
  const shown = message.navigate === undefined ? {} : { ...declarativePayload(message), headers: headersOf(message) }
  return { kind: 'push', to: token, text: `${title}\n${body}`, payload: { platform, title, body, data, key, ...shown } }
}

/** Headers that the push service would have received (residents.md 15.27). */
function headersOf(message: PushMessage) {
  const { token, ttl, urgency } = message
  const host = /"endpoint":"https:\/\/([^/"]+)/.exec(token)?.[1] ?? ''
  return {
    ttl: ttl ?? daySeconds,
    urgency: urgency ?? 'normal',
    topic: topicOf(message),
    contentType: contentTypeOf(host),
  }
}

/** Posts to the outbox (api.md 8.14). */
export function createOutboxChatWebhook(put: PutInOutbox, log: GatewayLog): ChatWebhook {
  return {
    active: true,
    async post(text) {
      try {
        await put([{ kind: 'webhook', to: 'chat', text: neutralText(text) }])
      } catch {
        log.warn({ gateway: 'chat' }, 'chat message lost')
      }
    },
  }
}
