import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply } from 'fastify'
import { audit } from '../../db/audit.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findDocument } from './desk.queries.ts'
import { readReason } from './read-reason.ts'

/**
 * Unseals one document for this answer only. Who looked and why is written before a byte leaves (T11). A POST: nothing
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
  const picture = await gateways.sealedBlobs.get(`identity/${document.name}`)
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
