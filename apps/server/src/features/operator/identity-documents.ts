import type { Body } from '@parvis/domain/kernel/contract'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import type { operatorContract } from '@parvis/domain/operator/operator.contract'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { FastifyReply } from 'fastify'
import { audit, audited } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { readServedFile } from '../../pictures/picture-store.ts'
import { endAlertsOf } from '../alerts/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { findDocument } from './desk.queries.ts'
import { type IdentityDecision, saveIdentityDecision } from './operator.queries.ts'
import { readReason } from './suspend-company.ts'

/** A refusal says why. */
export async function decideIdentity(
  { db }: Dependencies,
  userId: number,
  companyId: string,
  { decision, reason: typed }: Body<typeof operatorContract.decideIdentity>,
) {
  const reason = decision === 'refused' || typed ? readReason(typed) : undefined
  return await transaction(db, async (tx) => {
    if (!(await changeIdentity(tx, companyId, { decision, reason, by: `user:${userId}` })))
      throw refusal('request.not_found')
    return { companyId, identityStatus: decision }
  })
}

/**
 * Decides on the identity documents of a company; a periodic task deletes them within a day. For the desk and
 * the operator's tool; answers the company's name, undefined when there is no such company.
 */
export async function changeIdentity(
  tx: Transaction,
  companyId: string,
  { decision, reason, by }: { decision: IdentityDecision; reason?: string | undefined; by: string },
): Promise<{ name: string } | undefined> {
  const company = await audited(
    tx,
    { table: 'companies', id: companyId },
    () => saveIdentityDecision(tx, companyId, decision),
    () => ({ actor: by, action: 'identity.decide', object: `company:${companyId}`, details: { decision, reason } }),
  )
  if (!company) return undefined
  await notifyCompany(tx, companyId)
  if (decision !== 'verified') await endAlertsOf(tx, companyId, 'identité')
  if (decision === 'pending') return company
  const fact = { sentence: noticeTexts.identity[decision], path: '/company' }
  const { epochMilliseconds } = await readNow(tx)
  await notifyOfFact(tx, { companyId, kind: 'plan', event: `identity-${companyId}-${epochMilliseconds}`, fact })
  return company
}

/**
 * Unseals one document for this answer only. Who looked and why is written before a byte leaves. A POST: nothing
 * that follows links, prefetches or caches can reach a document.
 */
export async function viewIdentityDocument(
  { db, gateways }: Dependencies,
  userId: number,
  { id, reason: typed }: { id: number; reason: string | undefined },
  reply: FastifyReply,
): Promise<void> {
  const reason = readReason(typed)
  const document = await findDocument(db, id)
  if (!document?.name) throw refusal('request.not_found')
  const picture = await readServedFile(() => gateways.sealedBlobs.get(`identity/${document.name}`))
  await transaction(db, (tx) =>
    audit(tx, {
      actor: `user:${userId}`,
      action: 'identity.view',
      object: `company:${document.companyId}`,
      details: { document: id, side: document.side, sha256: document.sha256, reason },
    }),
  )
  await reply
    .type('image/jpeg')
    .header('cache-control', 'no-store, private')
    .header('pragma', 'no-cache')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('cross-origin-resource-policy', 'same-origin')
    .send(picture)
}
