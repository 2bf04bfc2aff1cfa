import { randomUUID } from 'node:crypto'
import { isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { findPhone, forgetLastEvent, lockPhone, recordEvents, saveCode } from './access.queries.ts'
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

/** Seconds before one more try, when the phone was sent nothing. */
const soon = 5

export type CodeRequest = { phone: string | undefined; address: string; nonce?: string | undefined }

/**
 * Sends a sign-in code and cancels the former one; answers alike whether or not the phone has an account.
 * Refuses a number that cannot receive a SMS, a blocked phone, too many sendings; 503 when no provider took the SMS: it
 * does not count for the phone then, unless the provider was silent and may have sent it (F09).
 */
export async function sendActivationCode(
  { db, config, gateways, report }: Dependencies,
  { phone: typed, address, nonce }: CodeRequest,
) {
  const phone = readMobile(typed)
  const code = await transaction(db, async (tx) => {
    await lockPhone(tx, phone)
    await refuseBlocked(tx, phone)
    await spendSending(tx, config, phone, address)

    const underAttack = await isUnderAttack(tx, config)
    if (underAttack) report?.({}, 'attack mode: too many wrong codes, long ones are sent')
    const code = newCode(underAttack)
    await saveCode(tx, phone, hashCode(config.secretKey, phone, code, nonce), codeLifeSeconds)
    await recordEvents(tx, 'sent', [phoneScope(phone), addressScope(address)])
    return code
  })
  const text = `Votre code Parvis Pro : ${code}`
  await gateways.sms.send({ to: phone, text, key: randomUUID() }).catch(async (error: unknown) => {
    const isUnsent = error instanceof GatewayFailure && error.isSurelyUndone
    if (isUnsent) await forgetLastEvent(db, 'sent', phoneScope(phone))
    throw refusal('access.sms_unavailable', { retryAfter: isUnsent ? soon : Math.max(soon, sendGapSeconds(config)) })
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
