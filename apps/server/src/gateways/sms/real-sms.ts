import { GatewayFailure } from '../gateway-failure.ts'
import type { HttpContext } from '../http-client.ts'
import { createBrevoSms } from './brevo-sms.ts'
import { createOvhSms } from './ovh-sms.ts'
import type { Sms, SmsMessage } from './sms.ts'
import type { RealSmsSettings } from './sms-settings.ts'
import { createTwilioSms } from './twilio-sms.ts'

/** Two providers share the 5 s that a person waits at most (F09). */
const ALONE_MS = 4500
const EACH_MS = 2300

/**
 * One provider, or two: the second is asked when the first did not take the message, whatever the reason but a number
 * it calls wrong. A message that one of them took is never handed over again (same key); after a silence, when nobody
 * can know, one more text may reach the person, with the same code.
 */
export function createRealSms(
  { first, fallback }: { first: RealSmsSettings; fallback: RealSmsSettings | undefined },
  context: HttpContext,
): Sms {
  if (fallback === undefined) return oncePerKey(createProvider(first, context, ALONE_MS))
  const providers = [createProvider(first, context, EACH_MS), createProvider(fallback, context, EACH_MS)] as const
  return oncePerKey({
    async send(message) {
      try {
        await providers[0].send(message)
      } catch (error) {
        if (error instanceof GatewayFailure && error.kind === 'invalid_input') throw error
        context.log.warn({ gateway: 'sms', from: first.name, to: fallback.name }, 'second SMS provider asked')
        await providers[1].send(message)
      }
    },
  })
}

function createProvider(settings: RealSmsSettings, context: HttpContext, timeoutMs: number): Sms {
  if (settings.name === 'ovh') return createOvhSms(settings, context, timeoutMs)
  if (settings.name === 'brevo') return createBrevoSms(settings, context, timeoutMs)
  return createTwilioSms(settings, context, timeoutMs)
}

const KEYS_REMEMBERED = 5000

/** Two calls with one key, even at the same time, are one message; a key that failed may be tried again. */
function oncePerKey(sms: Sms): Sms {
  const sent = new Map<string, Promise<void>>()
  const sendAndForgetFailure = (message: SmsMessage) =>
    sms.send(message).catch((error: unknown) => {
      sent.delete(message.key)
      throw error
    })
  return {
    send(message) {
      const known = sent.get(message.key)
      if (known) return known
      const sending = sendAndForgetFailure(message)
      sent.set(message.key, sending)
      const oldest = sent.keys().next().value
      if (sent.size > KEYS_REMEMBERED && oldest !== undefined) sent.delete(oldest)
      return sending
    },
  }
}
