import { refusal } from '@parvis/domain/refusals'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { relaxed } from '../../http/limits.ts'
import { countEvents, type SignInEvent } from './sign-in.queries.ts'

type Budget = { kind: SignInEvent; max: number; seconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Wrong tries of one code before it is dead. */
export const triesPerCode = 3
/** Wrong tries of a phone since its last success before an operator must reset it. */
export const triesBeforeBlock = 50
export const codeLifeSeconds = 10 * minute

const sendGap: Budget = { kind: 'sent', max: 1, seconds: minute }
const sendsPerPhone: Budget[] = [
  { kind: 'sent', max: 5, seconds: hour },
  { kind: 'sent', max: 10, seconds: day },
]
const sendsPerAddress: Budget = { kind: 'sent', max: 60, seconds: hour }
/** Service-wide budget of browsers that never signed in: a known browser is served whatever others spend. */
const sendsOverall: Budget = { kind: 'sent', max: 2_000, seconds: hour }
const wrongPerPhone: Budget = { kind: 'wrong', max: 9, seconds: day }
const wrongPerAddress: Budget = { kind: 'wrong', max: 20, seconds: hour }
const wrongOverall: Budget = { kind: 'wrong', max: 1_000, seconds: day }

export const everyone = 'all'
const phoneScope = (phone: string): string => `phone:${phone}`
const browserScope = (phone: string): string => `browser:${phone}`
const addressScope = (address: string): string => `address:${address}`

type Limits = Pick<Config, 'rateLimits'>

/** The caller's kind of browser: one that signed in with the phone before has budgets that nobody else can spend. */
export type SignInCaller = {
  phone: string
  networks: readonly { subject: string; factor: number }[]
  knownBrowser: boolean
}

/** Scopes in which the caller's events are counted: its own, and its networks unless the browser is known. */
export function scopesOf({ phone, networks, knownBrowser }: SignInCaller): string[] {
  if (knownBrowser) return [browserScope(phone)]
  return [phoneScope(phone), ...networks.map(({ subject }) => addressScope(subject))]
}

/** Seconds to wait before a phone may be sent a code again; none when relaxed (api.md 8.6). */
export function sendGapSeconds({ rateLimits }: Limits): number {
  return rateLimits === 'relaxed' ? 0 : sendGap.seconds
}

/** Refuses with 429 when the phone, the address or the whole service was sent too many codes. */
export async function checkSending(db: Db, limits: Limits, caller: SignInCaller): Promise<void> {
  const budgets = sendGapSeconds(limits) > 0 ? [sendGap, ...sendsPerPhone] : sendsPerPhone
  const [own = ''] = scopesOf(caller)
  for (const budget of budgets) await check(db, relax(budget, limits), own)
  await checkNetworks(db, relax(sendsPerAddress, limits), caller)
  if (!caller.knownBrowser) await check(db, relax(sendsOverall, limits), everyone)
}

/**
 * Refuses with 429 when too many wrong codes were tried. The budget of a phone always holds, whatever the limits;
 * a browser that signed in before has its own, so that an attacker cannot lock the owner out.
 */
export async function checkGuessing(db: Db, limits: Limits, caller: SignInCaller): Promise<void> {
  const [own = ''] = scopesOf(caller)
  await check(db, wrongPerPhone, own)
  await checkNetworks(db, relax(wrongPerAddress, limits), caller)
}

async function checkNetworks(db: Db, budget: Budget, { networks, knownBrowser }: SignInCaller): Promise<void> {
  if (knownBrowser) return
  for (const { subject, factor } of networks)
    await check(db, { ...budget, max: budget.max * factor }, addressScope(subject))
}

/** Above a thousand wrong codes a day for the whole service, codes get longer alphabets until the count falls. */
export async function isUnderAttack(db: Db, limits: Limits): Promise<boolean> {
  const budget = relax(wrongOverall, limits)
  const { count } = await countEvents(db, budget.kind, everyone, budget.seconds)
  return count >= budget.max
}

/** Codes a day to one phone without a proof of work while the service is under attack (F7). */
const sendsWithoutProof: Budget = { kind: 'sent', max: 2, seconds: day }
/** Half of the service-wide limit: above it the service counts as under attack by many addresses. */
const crowd: Budget = { ...sendsOverall, max: sendsOverall.max / 2 }

/** Whether this code needs a proof of work: the third of a day to one phone, by an unknown browser, under attack. */
export async function isProofDue(db: Db, limits: Limits, caller: SignInCaller, isAttacked: boolean): Promise<boolean> {
  if (caller.knownBrowser) return false
  const [own = ''] = scopesOf(caller)
  const { max, seconds } = sendsWithoutProof
  if ((await countEvents(db, 'sent', own, seconds)).count < max) return false
  const budget = relax(crowd, limits)
  return isAttacked || (await countEvents(db, 'sent', everyone, budget.seconds)).count >= budget.max
}

function relax(budget: Budget, limits: Limits): Budget {
  return { ...budget, max: relaxed(limits, budget.max) }
}

async function check(db: Db, { kind, max, seconds }: Budget, scope: string): Promise<void> {
  const { count, secondsLeft } = await countEvents(db, kind, scope, seconds)
  if (count >= max) throw refusal('request.too_many_attempts', { retryAfter: secondsLeft })
}
