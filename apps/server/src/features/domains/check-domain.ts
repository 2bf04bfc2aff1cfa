import { proofMissingText } from '@parvis/domain/domains/domains.fr'
import {
  type AfterReading,
  afterReading,
  missingUntil,
  proofName,
  proofOf,
  type TxtReading,
} from '@parvis/domain/domains/own-domain'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Pointers } from '../../gateways/dns/dns.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { notifyOfFact } from '../notices/index.ts'
import { presentDomain, refuseOtherPlans } from './claim-domain.ts'
import {
  changeDomain,
  type DomainRow,
  findDomain,
  forgetEndedDomains,
  listDueDomains,
  lockDomains,
  releaseDomain,
  saveDecision,
} from './domains.queries.ts'

const checks = { name: 'domain-check', max: 10, seconds: 3_600 }

type Named = { id: number; name: string; canonical: string }
type Read = { texts: readonly string[] | undefined; pointers: Pointers | undefined }

/**
 * Reads the DNS proof of a domain when its owner asks, « Vérifier »: 409 when another company holds the name and its
 * proof is still published, 503 when the resolver is silent.
 */
export async function checkDomain(deps: Dependencies, companyId: string) {
  const { db, config } = deps
  await refuseOtherPlans(deps, companyId)
  const row = await findDomain(db, companyId)
  if (!row) throw refusal('request.not_found')
  await countAgainstLimit(db, config, checks, companyId)
  if (row.state !== 'stopped') {
    const read = await readRecords(deps, row)
    if (!read.texts) throw refusal('request.upstream_unavailable', { retryAfter: 60 })
    if ((await settle(deps, row, read)) === 'taken') throw refusal('domains.taken')
  }
  return await presentDomain(deps, companyId)
}

/**
 * Periodic task: reads the proofs that are due, of claims every 10 minutes, then hourly, of proven names every day.
 */
export const domainTask: PeriodicTask = {
  name: 'own-domains',
  everySeconds: 60,
  run: async (deps) => {
    await forgetEndedDomains(deps.db)
    await eachAlone(await listDueDomains(deps.db, 50), async (due) => settle(deps, due, await readRecords(deps, due)))
  },
}

async function readRecords({ gateways: { dns } }: Dependencies, { name, canonical }: Named): Promise<Read> {
  const [texts, pointers] = await Promise.all([dns.readTexts(proofName(name)), dns.readPointers(canonical)])
  return { texts, pointers }
}

/**
 * Decides what one reading means for a claim, judging the present holder of the name by the same reading, and saves it.
 */
async function settle(deps: Dependencies, { id, name }: Named, read: Read): Promise<'settled' | 'taken'> {
  return await transaction(deps.db, async (tx) => {
    const rows = await lockDomains(tx, name)
    const mine = rows.find((row) => row.id === id && row.companyId && (isOwned(row) || row.state === 'to_prove'))
    if (!mine) return 'settled'
    const reading = readingOf(read, mine)
    const holder = reading === 'found' && rows.find((row) => row.id !== id && row.companyId && isOwned(row))
    const isTaken = holder && readingOf(read, holder) === 'found'
    if (holder && !isTaken) await end(tx, holder, 'sold')
    // The proof of a name that is taken counts as missing: the claim is read again in its turn, and lapses.
    await keep(deps, tx, mine, isTaken ? 'missing' : reading, read.pointers)
    return isTaken ? 'taken' : 'settled'
  })
}

function readingOf({ texts }: Read, { token }: DomainRow): TxtReading {
  if (!texts) return 'silent'
  return texts.includes(proofOf(token)) ? 'found' : 'missing'
}

const isOwned = ({ state }: DomainRow) => state === 'proven' || state === 'proof_missing'

async function keep(
  { config }: Dependencies,
  tx: Transaction,
  row: DomainRow,
  reading: TxtReading,
  pointers: Pointers | undefined,
): Promise<void> {
  const now = await readNow(tx)
  const claim = {
    state: row.state,
    claimedAt: row.claimedAt.getTime(),
    foundAt: row.foundAt?.getTime() ?? null,
    missingDays: row.missingDays,
    missingOn: row.missingOn,
  }
  const after = afterReading(claim, reading, now.epochMilliseconds, parisDay(now).toString())
  const { state } = after
  if (state === 'lapsed') await releaseDomain(tx, row.id)
  // A development name (`.localhost`) has no DNS: it is served as soon as it is proven (residents.md 15.52).
  else
    await changeDomain(tx, row.id, {
      ...after,
      state,
      isPointed: state === 'proven' && (!config.production || leadsHere(config.domainTarget, pointers)),
      isRead: reading !== 'silent',
    })
  await tell(tx, row, after)
}

const leadsHere = (target: { name: string; addresses: readonly string[] }, pointers: Pointers | undefined): boolean =>
  pointers !== undefined &&
  (pointers.names.includes(target.name) ||
    (pointers.addresses.length > 0 && pointers.addresses.every((address) => target.addresses.includes(address))))

/** The operator's decision on a name: `off` ends it for its holder and refuses it to everybody, `on` allows it again. */
export async function decideDomain(
  tx: Transaction,
  name: string,
  { on, reason, by }: { on: boolean; reason: string; by: string },
): Promise<void> {
  const rows = await lockDomains(tx, name)
  await saveDecision(tx, name, { allowed: on, reason, by })
  await audit(tx, {
    actor: by,
    action: on ? 'domain.allow' : 'domain.refuse',
    object: `domain:${name}`,
    details: { reason },
  })
  if (on) return
  for (const row of rows) if (isOwned(row) || row.state === 'to_prove') await end(tx, row, 'operator')
}

/** Ends a domain that another company has proven, or that the operator stopped. */
async function end(tx: Transaction, row: DomainRow, reason: 'sold' | 'operator'): Promise<void> {
  const foundAt = row.foundAt?.getTime() ?? null
  const after = { foundAt, missingDays: row.missingDays, missingOn: row.missingOn, nextReadingAt: null, reason }
  await changeDomain(tx, row.id, { ...after, state: 'stopped', isPointed: false, isRead: false })
  await tell(tx, row, { ...after, state: 'stopped' })
}

async function tell(tx: Transaction, row: DomainRow, after: AfterReading): Promise<void> {
  const { companyId } = row
  const { state, reason } = after
  if (!companyId) return
  if (state !== row.state)
    await audit(tx, {
      actor: 'system',
      action: `domain.${state}`,
      object: `company:${companyId}`,
      details: { name: row.name, ...(reason && { reason }) },
    })
  if (isOwned(row)) await notifyOwner(tx, { ...row, companyId }, after)
  await notifyCompany(tx, companyId)
}

/** Tells the owner that the plan's end takes the domain away: the database stops it with the plan, which is written after this. */
export async function notifyOfPlanEnd(tx: Transaction, companyId: string): Promise<void> {
  const row = await findDomain(tx, companyId)
  if (row && isOwned(row)) await notifyOwner(tx, { ...row, companyId }, { ...row, state: 'stopped' })
}

/** The owner is told of each day without the proof, while it may come back, and of the end. */
async function notifyOwner(
  tx: Transaction,
  row: DomainRow & { companyId: string },
  after: Pick<AfterReading, 'state' | 'missingDays' | 'missingOn'>,
): Promise<void> {
  const { epochMilliseconds: now } = await readNow(tx)
  const isNewlyMissing = after.missingDays > row.missingDays
  if (after.state !== 'stopped' && !isNewlyMissing) return
  const [event, sentence] =
    after.state === 'stopped'
      ? [now, noticeTexts.domain(row.name)]
      : [after.missingOn, proofMissingText(missingUntil(after, now), row.name)]
  const fact = { sentence, path: '/domaine' }
  await notifyOfFact(tx, { companyId: row.companyId, kind: 'plan', event: `domain-${row.id}-${event}`, fact })
}
