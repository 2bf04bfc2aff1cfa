import { randomBytes } from 'node:crypto'
import { codeFault } from '@parvis/domain/access/sign-in'
import { refusal } from '@parvis/domain/refusals'
import { audit } from '../../db/audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { hashToken } from '../../http/authorize.ts'
import {
  countWrongSinceSuccess,
  createSession,
  findDeadCode,
  findOrCreateUser,
  forgetWrongs,
  isKnownBrowser,
  lockPhone,
  recordEvents,
  rememberBrowser,
  spendCode,
  takeTry,
} from './access.queries.ts'
import { readMobile, refuseBlocked } from './send-activation-code.ts'
import { addressScope, browserScope, checkGuessing, everyone, phoneScope, triesPerCode } from './sign-in-budgets.ts'
import { isSentCode } from './sign-in-code.ts'

export type SessionRequest = {
  phone: string | undefined
  code: string | undefined
  address: string
  /** What the person signs in with, as the list of sessions shows it. */
  device: string
  /** The mark of a browser that signed in before; it grants nothing by itself. */
  browserMark: string | undefined
  /** What the browser that asks for a code says of itself, and says again with the code. */
  nonce?: string | undefined
}

export type StartedSession = { token: string; registration: boolean; browserMark: string }

/**
 * Opens a session for the right code, which is then spent. Refusals: INVALID_PHONE, CODE_REQUIRED, CODE_FORMAT,
 * CODE_INVALID (wrong, expired, spent), PHONE_BLOCKED, 429 (three wrong tries of a code, nine of a phone in 24 h).
 */
export async function startSession(deps: Dependencies, request: SessionRequest): Promise<StartedSession> {
  const phone = readMobile(request.phone)
  const code = readCode(request.code)
  return await transaction(deps.db, async (tx) => {
    await lockPhone(tx, phone)
    await refuseBlocked(tx, phone)
    const knownBrowser = request.browserMark ? await isKnownBrowser(tx, phone, hashToken(request.browserMark)) : false
    await checkGuessing(tx, deps.config, { phone, address: request.address, knownBrowser })

    if (!(await isRightCode(tx, deps, { phone, code, nonce: request.nonce })))
      return await refuseWrongCode(tx, phone, request.address, knownBrowser)
    return await openSession(tx, phone, request.device)
  })
}

function readCode(typed = ''): string {
  const fault = codeFault(typed)
  if (fault) throw refusal(fault === 'empty' ? 'access.code_required' : 'access.code_format')
  return typed
}

async function isRightCode(
  tx: Transaction,
  { config }: Dependencies,
  { phone, code, nonce }: { phone: string; code: string; nonce: string | undefined },
): Promise<boolean> {
  const expected = await takeTry(tx, phone, triesPerCode)
  if (expected) return isSentCode(config.secretKey, expected, phone, code, nonce)

  const secondsLeft = await findDeadCode(tx, phone, triesPerCode)
  if (secondsLeft !== undefined) throw refusal('request.too_many_attempts', { retryAfter: secondsLeft })
  throw refusal('access.code_invalid')
}

/** The wrong try stays counted although the call is refused. */
async function refuseWrongCode(tx: Transaction, phone: string, address: string, knownBrowser: boolean): Promise<never> {
  const own = knownBrowser ? browserScope(phone) : phoneScope(phone)
  await recordEvents(tx, 'wrong', [own, addressScope(address), everyone])
  await countWrongSinceSuccess(tx, phone)
  await audit(tx, { actor: 'stranger', action: 'sign_in.refused', object: 'session' })
  throw refusal('access.code_invalid', { keepEffects: true })
}

async function openSession(tx: Transaction, phone: string, device: string): Promise<StartedSession> {
  await spendCode(tx, phone)
  await forgetWrongs(tx, phone)
  const user = await findOrCreateUser(tx, phone)
  const token = randomBytes(32).toString('base64url')
  const browserMark = randomBytes(32).toString('base64url')
  await createSession(tx, user.id, hashToken(token), device)
  await rememberBrowser(tx, user.id, hashToken(browserMark))
  await audit(tx, { actor: `user:${user.id}`, action: 'sign_in', object: `user:${user.id}` })
  return { token, registration: !user.hasProfile, browserMark }
}
