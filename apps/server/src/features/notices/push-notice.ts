import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openedPage } from '../../gateways/push/push.ts'
import { sendPushes } from '../notifications/index.ts'
import type { DueNotice } from './notices.queries.ts'
import { listTargetsToNotify, noteResults, noteSends } from './push-targets.queries.ts'

export type RingOutcome = 'sent' | 'off' | 'retry'

export type Ring = { body: string; path: string; data: Record<string, string>; ttl: number; urgency: 'normal' | 'high' }

/**
 * Sends the notice to the person's devices that have not received it; devices that the push service did not accept are retried
 * alone.
 */
export async function pushNotice(
  { gateways, config }: Dependencies,
  tx: Transaction,
  { id, key, userId, companyId, companyName }: DueNotice,
  { body, path, data, ttl, urgency }: Ring,
): Promise<RingOutcome> {
  // Where browsers are not served, nothing counts as sent.
  const targets = gateways.browserPush.publicKey || !config.production ? await listTargetsToNotify(tx, userId, id) : []
  if (targets.length === 0) return 'off'
  const results = await sendPushes(
    tx,
    gateways,
    targets.map(({ subscription }) => ({
      token: subscription,
      platform: 'web' as const,
      title: companyName || 'Parvis Pro',
      body,
      data,
      key,
      ...openedPage(config.publicUrl, path),
      ttl,
      urgency,
    })),
  )
  const those = (result: string) => targets.filter((_, at) => results[at] === result).map((target) => target.id)
  const [reached, late, expired] = [those('sent'), those('retry'), those('expired')]
  const failed = [...late, ...those('refused')]
  await noteSends(tx, { companyId, noticeId: id, way: 'push', targets: reached })
  await noteResults(tx, { reached, failed, expired })
  return late.length > 0 ? 'retry' : 'sent'
}
