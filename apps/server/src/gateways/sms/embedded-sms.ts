import type { GatewayLog } from '../gateway-log.ts'
import type { Outbox } from '../outbox.ts'
import type { Sms } from './sms.ts'

/**
 * Sends nothing: the message lands in the outbox (AMB-09).
 * `print` also writes it to the terminal, for the person who runs the product alone; never in production.
 */
export function createEmbeddedSms(outbox: Outbox, log: GatewayLog, print: boolean): Sms {
  return {
    async send({ to, text, key }) {
      await outbox.put({ kind: 'sms', to, text, payload: { key } })
      if (print) log.info({ to, text }, 'SMS (embedded, not sent)')
    },
  }
}
