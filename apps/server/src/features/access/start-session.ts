import { createHmac } from 'node:crypto'
import { codeFault } from '@parvis/domain/access/sign-in'
import { maskPhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { beginSession, type StartedSession } from './begin-session.ts'
import { refuseUnproved } from './refused-sign-in.ts'
import { enter, isSentCode, readMobile } from './send-activation-code.ts'
import {
  type Asker,
  countWrongSinceSuccess,
  findDeadCode,
  forgetWrongs,
  recordEvents,
  spendCodes,
  takeTry,
} from './sign-in.queries.ts'
import { checkGuessing, everyone, type SignInCaller, scopesOf, triesPerCode } from './sign-in-budgets.ts'
import type { SignInClient } from './sign-in-client.ts'

export type SessionRequest = SignInClient & { phone?: string | undefined; code?: string | undefined }

/**
 * Opens a session for the right code, which is then spent. Refusals: INVALID_PHONE, CODE_REQUIRED, CODE_FORMAT,
 * CODE_INVALID (wrong, expired, spent), PHONE_BLOCKED, 429 (three wrong tries of a code, nine of a phone in 24 h), and
 * SECOND_PROOF_REQUIRED where a code is not enough.
 */
export async function startSession(deps: Dependencies, request: SessionRequest): Promise<StartedSession> {
  return await transaction(deps.db, async (tx) => {
    const { phone, knownBrowser } = await provePhone(tx, deps.config, request)
    if (!knownBrowser) await refuseUnproved(tx, deps.config, phone)
    return await beginSession(tx, { phone, device: request.device })
  })
}

/** Spends the right code: its phone, and whether its account knows the browser. Refusals and budgets of a sign-in. */
export async function provePhone(
  tx: Transaction,
  config: Dependencies['config'],
  request: Omit<SessionRequest, 'device'>,
): Promise<{ phone: string; knownBrowser: boolean }> {
  const phone = readMobile(request.phone)
  const code = readCode(request.code)
  const { caller, who } = await enter(tx, { ...request, phone })
  await checkGuessing(tx, config, caller)
  const codes = await takeTries(tx, phone, who)
  if (!codes.some((sent) => isSentCode(config.secretKey, sent, phone, code, request.nonce)))
    return await refuseWrongCode(tx, config.secretKey, caller)
  await spendCodes(tx, phone)
  await forgetWrongs(tx, phone)
  return { phone, knownBrowser: caller.knownBrowser }
}

/** A typed code in its form: 400 CODE_REQUIRED, CODE_FORMAT. */
export function readCode(typed = ''): string {
  const fault = codeFault(typed)
  if (fault) throw refusal(fault === 'empty' ? 'access.code_required' : 'access.code_format')
  return typed
}

/** The stored codes that this try is compared with; without a live one the code is wrong, with a dead one 429. */
async function takeTries(tx: Transaction, phone: string, who: Asker): Promise<Buffer[]> {
  const codes = await takeTry(tx, phone, who, triesPerCode)
  if (codes.length > 0) return codes
  const secondsLeft = await findDeadCode(tx, phone, who, triesPerCode)
  if (secondsLeft !== undefined) throw refusal('request.too_many_attempts', { retryAfter: secondsLeft })
  throw refusal('access.code_invalid')
}

/** `keepEffects`: the wrong try stays counted although the call is refused. */
async function refuseWrongCode(tx: Transaction, secretKey: Buffer, caller: SignInCaller): Promise<never> {
  const { phone, networks, knownBrowser } = caller
  await recordEvents(tx, 'wrong', [...scopesOf(caller), everyone])
  await countWrongSinceSuccess(tx, phone, { knownBrowser })
  // HMAC of the client address: tries can be grouped by attacker without storing the address.
  const from = createHmac('sha256', secretKey)
    .update(`from ${networks.at(0)?.subject}`)
    .digest('hex')
    .slice(0, 12)
  const details = { phone: maskPhone(phone), from, known: knownBrowser }
  await audit(tx, { actor: 'stranger', action: 'sign_in.refused', object: 'session', details })
  throw refusal('access.code_invalid', { keepEffects: true })
}
