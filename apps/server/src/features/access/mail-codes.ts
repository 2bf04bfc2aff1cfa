import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { mailCodeFault, maskEmail, ticketMinutes } from '@parvis/domain/access/second-proof'
import { accountMails } from '@parvis/domain/access/second-proof.fr'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { derivedKey } from '../../gateways/gateways.ts'
import { returnUse } from '../../http/limits.queries.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { sendLetter } from '../notices/index.ts'
import { findCodeAddress } from './fresh-proof.ts'
import { saveMailCode, spendMailCode, takeMailTry } from './second-proof.queries.ts'

const triesPerCode = 5
const gap = { name: 'mail-code-gap', max: 1, seconds: 60 }
const perHour = { name: 'mail-codes', max: 5, seconds: 3_600 }

/**
 * Sends a code of eight digits to the address on file; the former code of the person is cancelled. Refusals: 404 NO_ADDRESS, 429 (one
 * a minute, five an hour), 503 EMAIL_UNAVAILABLE when no relay took the mail, which then does not count.
 */
export async function sendMailCode(deps: Dependencies, userId: number) {
  const { db, config, gateways } = deps
  const address = await findCodeAddress(db, config, userId)
  if (!address) throw refusal('access.no_address')
  if (!gateways.mail.isServed) throw refusal('access.email_unavailable')
  for (const limit of [gap, perHour]) await countAgainstLimit(db, config, limit, `user:${userId}`)
  const code = String(randomInt(10 ** 8)).padStart(8, '0')
  await transaction(db, (tx) => saveMailCode(tx, userId, hashMailCode(config, userId, code), ticketMinutes))
  const sentence = accountMails.code(code)
  const letter = { subject: sentence, paragraphs: [sentence] }
  // Undefined when nobody knows, as after a time-out: it may have left, and counts.
  const isSent = await sendLetter(deps, { key: `code-${randomUUID()}`, to: { address }, letter }).catch(
    (error: unknown) => (error instanceof GatewayFailure && error.isKnownNotApplied ? false : undefined),
  )
  if (isSent === false) for (const { name } of [gap, perHour]) await returnUse(db, name, `user:${userId}`)
  if (!isSent) throw refusal('access.email_unavailable', { retryAfter: gap.seconds })
  const retryAfter = config.rateLimits === 'relaxed' ? 0 : gap.seconds
  return { email: maskEmail(address), expiresIn: ticketMinutes * 60, retryAfter }
}

/** A typed code in its form: 400 CODE_REQUIRED, CODE_FORMAT. */
export function readMailCode(typed = ''): string {
  const fault = mailCodeFault(typed.trim())
  if (fault) throw refusal(fault === 'empty' ? 'access.mail_code_required' : 'access.mail_code_format')
  return typed.trim()
}

/**
 * Spends the person's code: 400 CODE_INVALID when wrong, spent or cancelled, 429 from the sixth try on, even of the right one. The try
 * stays counted although the call is refused.
 */
export async function takeMailCode(tx: Transaction, config: Config, userId: number, code: string): Promise<void> {
  const taken = await takeMailTry(tx, userId, triesPerCode)
  if (taken && taken.triesLeft < 0) throw refusal('request.too_many_attempts', { retryAfter: taken.secondsLeft })
  if (!taken || !timingSafeEqual(taken.codeHash, hashMailCode(config, userId, code)))
    throw refusal('access.code_invalid', { keepEffects: true })
  await spendMailCode(tx, userId)
}

/** HMAC of a code, useless without the server's key. */
function hashMailCode({ secretKey }: Pick<Config, 'secretKey'>, userId: number, code: string): Buffer {
  return createHmac('sha256', derivedKey(secretKey, 'codes by mail')).update(`${userId} ${code}`).digest()
}
