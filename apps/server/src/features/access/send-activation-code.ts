import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { hashToken } from '../../http/authorize.ts'
import { requireProof } from '../../http/proof-of-work.ts'
import { isSameBytes } from '../../same-bytes.ts'
import { isKnownBrowser } from './access.queries.ts'
import {
  type Asker,
  findPhone,
  forgetLastEvent,
  lockAddresses,
  lockPhone,
  recordEvents,
  saveCode,
} from './sign-in.queries.ts'
import {
  checkSending,
  codeLifeSeconds,
  everyone,
  isProofDue,
  isUnderAttack,
  type SignInCaller,
  scopesOf,
  sendGapSeconds,
  triesBeforeBlock,
} from './sign-in-budgets.ts'
import type { SignInClient } from './sign-in-client.ts'

/** Seconds before one more try, when the phone was sent nothing. */
const soon = 5

/** `proof`: solution of a proof of work, where one was asked for. */
type CodeRequest = SignInClient & { phone?: string | undefined; proof?: string | undefined }

/**
 * Sends a sign-in code and cancels the former one of the same browser; answers alike whether or not the phone has an account.
 * Refusals: 403 PROOF_NEEDED for the third code of a day while the service is under attack, an invalid phone,
 * PHONE_BLOCKED, 429; 503 when no provider took the SMS, which then does not count for the phone, unless the provider was silent
 * and may have sent it.
 */
export async function sendActivationCode(
  { db, config, gateways, report }: Dependencies,
  { phone: typed, proof, ...client }: CodeRequest,
) {
  const phone = readMobile(typed)
  const { code, scope, letters } = await transaction(db, async (tx) => {
    const { caller, who } = await enter(tx, { ...client, phone })
    await checkSending(tx, config, caller)

    const letters = await isUnderAttack(tx, config)
    if (await isProofDue(tx, config, caller, letters)) await requireProof(tx, config, proof)
    if (letters) report?.({}, 'attack mode: too many wrong codes, long ones are sent')
    const code = newCode(letters)
    await saveCode(tx, phone, who, hashCode(config.secretKey, phone, code, client.nonce), codeLifeSeconds)
    const scopes = scopesOf(caller)
    await recordEvents(tx, 'sent', caller.knownBrowser ? scopes : [...scopes, everyone])
    return { code, scope: scopes[0] ?? '', letters }
  })
  const text = `Votre code Parvis Pro : ${code}`
  await gateways.sms.send({ to: phone, text, key: randomUUID() }).catch(async (error: unknown) => {
    const isUnsent = error instanceof GatewayFailure && error.isKnownNotApplied
    if (isUnsent) await forgetLastEvent(db, 'sent', scope)
    throw refusal('access.sms_unavailable', { retryAfter: isUnsent ? soon : Math.max(soon, sendGapSeconds(config)) })
  })
  return { phone, expiresIn: codeLifeSeconds, retryAfter: sendGapSeconds(config), letters }
}

/**
 * Locks the phone, then the networks of the caller, until the transaction ends; returns the caller's scope. 403 PHONE_BLOCKED for
 * a phone that the team blocked, or with fifty wrong codes of such browsers since its last success.
 */
export async function enter(
  tx: Transaction,
  { phone, networks, nonce, browserMark }: Omit<SignInClient, 'device'> & { phone: string },
): Promise<{ caller: SignInCaller; who: Asker }> {
  await lockPhone(tx, phone)
  const mark = browserMark && hashToken(browserMark)
  const knownBrowser = mark ? await isKnownBrowser(tx, phone, mark) : false
  const { blocked, wrongSinceSuccess } = await findPhone(tx, phone, { knownBrowser })
  if (blocked || wrongSinceSuccess >= triesBeforeBlock) throw refusal('access.phone_blocked')
  const caller = { phone, networks, knownBrowser }
  await lockAddresses(tx, scopesOf(caller).slice(1))
  const asker = knownBrowser && mark ? mark : nonce === undefined ? Buffer.alloc(0) : hashToken(nonce)
  return { caller, who: { asker, isKnown: knownBrowser } }
}

/** The stored form of a French mobile, or 400 INVALID_PHONE. */
export function readMobile(typed: string | undefined): string {
  const phone = normalisePhone(typed ?? '')
  if (!phone || !isMobilePhone(phone)) throw refusal('access.invalid_phone')
  return phone
}

/** Alphabet without look-alikes: 0 O 1 I are left out. */
const attackAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 5

/**
 * Five random digits; five characters of 32 symbols (25 bits) while the service is under attack.
 * @internal
 */
export function newCode(underAttack: boolean): string {
  const alphabet = underAttack ? attackAlphabet : '0123456789'
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * HMAC of a code, useless without the server's key. A code asked with a browser nonce is bound to that nonce (ASVS 6.6.2).
 * @internal
 */
export function hashCode(key: Buffer, phone: string, code: string, nonce?: string): Buffer {
  const asked = `sign-in ${phone} ${code.toUpperCase()}`
  return createHmac('sha256', key)
    .update(nonce === undefined ? asked : `${asked} ${nonce}`)
    .digest()
}

/** Whether a stored hash is that of this code: asked with this browser's nonce, or by a client without one. */
export function isSentCode(key: Buffer, sent: Buffer, phone: string, code: string, nonce: string | undefined): boolean {
  const ofBrowser = isSameBytes(sent, hashCode(key, phone, code, nonce))
  const ofAnyone = isSameBytes(sent, hashCode(key, phone, code))
  return ofBrowser || ofAnyone
}
