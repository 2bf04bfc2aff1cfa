export const domainStates = ['none', 'to_prove', 'proven', 'served', 'proof_missing', 'stopped'] as const
/** State of a stored claim; `released`: given up by its owner, it only redirects. */
export type DomainRowState = 'to_prove' | 'proven' | 'proof_missing' | 'stopped' | 'released'
export type DomainState = (typeof domainStates)[number]
/** Why a domain ended. */
export type DomainReason = 'plan' | 'proof' | 'silence' | 'sold' | 'operator'

export type Claim = {
  state: DomainRowState
  claimedAt: number
  /** When the resolver last answered with the proof; null before. */
  foundAt: number | null
  /** Days running without the proof, and the last of them, `YYYY-MM-DD`. */
  missingDays: number
  missingOn: string | null
}

/** What a reading of the TXT record said; a name that no longer exists has no proof. */
export type TxtReading = 'found' | 'missing' | 'silent'

export type AfterReading = Pick<Claim, 'foundAt' | 'missingDays' | 'missingOn'> & {
  state: DomainRowState | 'lapsed'
  /** Null: never again. */
  nextReadingAt: number | null
  reason: DomainReason | null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const eager = { every: 10 * minute, during: 3 * day }
const patient = { every: hour, during: 14 * day }
const maxMissingDays = 3
const maxSilence = 8 * day

/** What becomes of a claim or of a proven domain after a reading, `today` being its day in Paris. */
export function afterReading(claim: Claim, reading: TxtReading, now: number, today: string): AfterReading {
  const kept = { foundAt: claim.foundAt, missingDays: claim.missingDays, missingOn: claim.missingOn, reason: null }
  if (claim.state === 'stopped' || claim.state === 'released')
    return { ...kept, state: claim.state, nextReadingAt: null }
  if (reading === 'found')
    return { state: 'proven', foundAt: now, missingDays: 0, missingOn: null, nextReadingAt: now + day, reason: null }
  if (claim.state === 'to_prove') return { ...kept, ...waiting(claim, now) }
  if (reading === 'silent') {
    const isLost = now - (claim.foundAt ?? claim.claimedAt) > maxSilence
    return isLost
      ? { ...kept, state: 'stopped', nextReadingAt: null, reason: 'silence' }
      : { ...kept, state: claim.state, nextReadingAt: now + hour }
  }
  const missingDays = claim.missingOn === today ? claim.missingDays : claim.missingDays + 1
  const missing = { foundAt: claim.foundAt, missingDays, missingOn: today }
  if (missingDays >= maxMissingDays) return { ...missing, state: 'stopped', nextReadingAt: null, reason: 'proof' }
  return { ...missing, state: 'proof_missing', nextReadingAt: now + day, reason: null }
}

/** Every 10 minutes for 3 days, hourly for 14, then the claim lapses. */
function waiting({ claimedAt }: Claim, now: number): Pick<AfterReading, 'state' | 'nextReadingAt'> {
  const age = now - claimedAt
  if (age >= eager.during + patient.during) return { state: 'lapsed', nextReadingAt: null }
  return { state: 'to_prove', nextReadingAt: now + (age < eager.during ? eager : patient).every }
}

/** As its owner reads it: proven and leading here is served. */
export function shownState(state: DomainRowState, isPointed: boolean): DomainState {
  if (state === 'released') return 'none'
  return state === 'proven' && isPointed ? 'served' : state
}

/** Whether a certificate may be asked for: proven, and read in the last 8 days. */
export function isCertified({ state, foundAt }: Pick<Claim, 'state' | 'foundAt'>, now: number): boolean {
  return (state === 'proven' || state === 'proof_missing') && foundAt !== null && now - foundAt <= maxSilence
}

/** The last day on which the proof may come back, in epoch milliseconds: the eve of the third day without it. */
export function missingUntil({ missingDays }: Pick<Claim, 'missingDays'>, now: number): number {
  return now + (maxMissingDays - missingDays) * day
}

/** The value of the TXT record at `_parvis.{name}`. */
export const proofOf = (token: string): string => `parvis-domaine=${token}`
export const proofName = (name: string): string => `_parvis.${name}`
