import { randomUUID } from 'node:crypto'
import { isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findPhone, lockPhone, recordEvents, saveCode } from './access.queries.ts'
import {
  addressScope,
  codeLifeSeconds,
  isUnderAttack,
  phoneScope,
  sendGapSeconds,
  spendSending,
  triesBeforeBlock,
} from './sign-in-budgets.ts'
import { hashCode, newCode } from './sign-in-code.ts'

export type CodeRequest = { phone: string | undefined; address: string }

/**
 * Sends a sign-in code and cancels the former one; answers alike whether or not the phone has an account.
 * Refuses a number that cannot receive a SMS, a blocked phone, too many sendings; 503 when no provider took the SMS.
 */
export async function sendActivationCode(
  { db, config, gateways }: Dependencies,
  { phone: typed, address }: CodeRequest,
) {
  const phone = readMobile(typed)
  const code = await transaction(db, async (tx) => {
    await lockPhone(tx, phone)
    await refuseBlocked(tx, phone)
    await spendSending(tx, config, phone, address)

    const code = newCode(await isUnderAttack(tx, config))
    await saveCode(tx, phone, hashCode(config.secretKey, phone, code), codeLifeSeconds)
    await recordEvents(tx, 'sent', [phoneScope(phone), addressScope(address)])
    return code
  })
  await gateways.sms.send({ to: phone, text: `Votre code Parvis Pro : ${code}`, key: randomUUID() }).catch(() => {
    throw refusal('access.sms_unavailable', { retryAfter: 5 })
  })
  return { phone, expiresIn: codeLifeSeconds, retryAfter: sendGapSeconds(config) }
}

/** The one form of a French mobile, or 400 INVALID_PHONE (AMB-02). */
export function readMobile(typed: string | undefined): string {
  const phone = normalisePhone(typed ?? '')
  if (!phone || !isMobilePhone(phone)) throw refusal('access.invalid_phone')
  return phone
}

export async function refuseBlocked(db: Dependencies['db'], phone: string): Promise<void> {
  const { blocked, wrongSinceSuccess } = await findPhone(db, phone)
  if (blocked || wrongSinceSuccess >= triesBeforeBlock) throw refusal('access.phone_blocked')
}
