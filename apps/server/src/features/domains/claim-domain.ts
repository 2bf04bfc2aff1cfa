import { randomBytes } from 'node:crypto'
import { domainReasonTexts, proofMissingText } from '@parvis/domain/domains/domains.fr'
import { missingUntil, proofName, proofOf, shownState } from '@parvis/domain/domains/own-domain'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { parse } from 'tldts'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { lockCompany } from '../company/index.ts'
import { type DomainName, officialOf, readDomainName } from './domain-name.ts'
import {
  type DomainRow,
  findClaimant,
  findDecision,
  findDomain,
  insertClaim,
  lockDomains,
  releaseDomain,
} from './domains.queries.ts'

const claims = { name: 'domain-claim', max: 5, seconds: 86_400 }

/** The domain of a company with its state and the two DNS records to publish (W-128, residents.md 15.51). */
export async function presentDomain({ config, db }: Pick<Dependencies, 'config' | 'db'>, companyId: string) {
  const row = await findDomain(db, companyId)
  const { customDomains: offered } = config
  if (!row)
    return { offered, domain: null, shown: null, state: 'none' as const, records: [], checkedAt: null, reason: null }
  return {
    offered,
    domain: row.canonical,
    shown: row.shown,
    state: shownState(row.state, row.pointedAt !== null),
    records: row.state === 'stopped' ? [] : recordsOf(config.domainTarget, row),
    checkedAt: row.readAt && writeParisIso(row.readAt),
    reason: await reasonOf(db, row),
  }
}

/** Why the domain ended, or until when its proof may come back. */
async function reasonOf(db: Db, { state, reason, missingDays }: DomainRow): Promise<string | null> {
  if (reason) return domainReasonTexts[reason]
  if (state !== 'proof_missing') return null
  const until = missingUntil({ missingDays }, (await readNow(db)).epochMilliseconds)
  return proofMissingText(until)
}

/** An apex name cannot have a CNAME (RFC 1034, 3.6.2): it needs address records. */
function recordsOf(
  target: { name: string; addresses: readonly string[] },
  { name, canonical, token }: Pick<DomainRow, 'name' | 'canonical' | 'token'>,
) {
  const proof = { type: 'TXT' as const, name: proofName(name), value: proofOf(token) }
  if (parse(canonical, { allowPrivateDomains: true }).domain !== canonical)
    return [proof, { type: 'CNAME' as const, name: canonical, value: target.name }]
  const toAddress = (value: string) => ({
    type: value.includes(':') ? ('AAAA' as const) : ('A' as const),
    name: canonical,
    value,
  })
  return [proof, ...target.addresses.map(toAddress)]
}

/** Claims a name: it reserves nothing until its proof is read. */
export async function claimDomain(deps: Dependencies, claim: { companyId: string; userId: number; typed: string }) {
  const { db, config } = deps
  const { companyId, userId, typed } = claim
  await refuseOtherPlans(deps, companyId)
  const wanted = readDomainName(typed, config)
  if (typeof wanted === 'string') return refuseName(wanted)
  if (await isRefused(db, companyId, wanted)) return refuseName('domain_reserved')
  const standing = await findDomain(db, companyId)
  if (standing && isSame(standing, wanted)) return await presentDomain(deps, companyId)
  await countAgainstLimit(db, config, claims, companyId)
  await transaction(db, async (tx) => {
    // The team's decision about a name takes the same lock, and ends the claims that it finds.
    await lockDomains(tx, wanted.name)
    await lockCompany(tx, companyId)
    await refuseOtherPlans({ db: tx, config }, companyId)
    if (await isRefused(tx, companyId, wanted)) refuseName('domain_reserved')
    const before = await findDomain(tx, companyId)
    if (before && isSame(before, wanted)) return
    if (before) await releaseDomain(tx, before.id)
    await insertClaim(tx, companyId, { ...wanted, token: randomBytes(16).toString('hex') })
    const details = { name: wanted.name }
    await audit(tx, { actor: `user:${userId}`, action: 'domain.claim', object: `company:${companyId}`, details })
    await notifyCompany(tx, companyId)
  })
  return await presentDomain(deps, companyId)
}

/** Claiming again keeps the token of a claim; a domain that was stopped gets a new one. */
const isSame = (row: DomainRow, wanted: DomainName) => row.canonical === wanted.canonical && row.state !== 'stopped'

function refuseName(key: 'domain_format_error' | 'domain_reserved'): never {
  refuseFields({ domain: key })
  throw refusal('request.validation')
}

export async function refuseOtherPlans(
  { db, config }: { db: Db; config: Dependencies['config'] },
  companyId: string,
): Promise<void> {
  const claimant = await findClaimant(db, companyId)
  if (claimant?.membership !== 'digital' || !config.customDomains) throw refusal('domains.not_allowed')
}

/** Names of the State and of towns are for their verified town hall; the operator may decide otherwise. */
async function isRefused(db: Db, companyId: string, { name }: DomainName): Promise<boolean> {
  const decision = await findDecision(db, name)
  if (decision) return !decision.allowed
  const { isState, towns } = officialOf(name)
  if (!isState && towns.length === 0) return false
  const claimant = await findClaimant(db, companyId)
  const isTownHall = claimant?.type === 'mairie' && claimant.isVerified
  return !isTownHall || (towns.length > 0 && !towns.includes(claimant.town ?? ''))
}

/** Releases the domain; a second call changes nothing. */
export async function giveUpDomain(deps: Dependencies, companyId: string, userId: number) {
  await transaction(deps.db, async (tx) => {
    await lockCompany(tx, companyId)
    const row = await findDomain(tx, companyId)
    if (!row) return
    await releaseDomain(tx, row.id)
    const details = { name: row.name }
    await audit(tx, { actor: `user:${userId}`, action: 'domain.release', object: `company:${companyId}`, details })
    await notifyCompany(tx, companyId)
  })
  return await presentDomain(deps, companyId)
}
