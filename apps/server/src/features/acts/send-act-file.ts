import { durations, secondsOf } from '@parvis/domain/kernel/durations'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { Dependencies } from '../../dependencies.ts'
import { readServedFile } from '../../pictures/picture-store.ts'
import { readActBlob } from './act-files.ts'
import { findActOfFile } from './acts.queries.ts'

/** As long as a page, so that a withdrawn file leaves the shared caches in a minute. */
const fresh = secondsOf(durations.freshPage)
const cache = `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${fresh}, stale-if-error=86400`

/**
 * The file of an act as it was posted; 410 once it is withdrawn. Without the database it is read from the files alone, where a
 * withdrawn one is no more.
 */
export async function sendActFile(
  deps: Dependencies,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const act = await findActOfFile(deps.db, name).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return 'unknown' as const
    throw error
  })
  if (!act) throw refusal('request.not_found')
  if (act !== 'unknown' && act.withdrawnAt) return await reply.code(410).header('cache-control', 'no-store').send()
  const etag = `"${name.slice(-20, -4)}"`
  const saved = act === 'unknown' ? 'acte' : (act.number ?? String(act.id)).replaceAll(/[^\w. -]/g, '-')
  reply
    .type('application/pdf')
    .header('cache-control', cache)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-disposition', `inline; filename="${saved}.pdf"`)
  if (act === 'unknown' || act.namesPeople) reply.header('x-robots-tag', 'noindex')
  if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
  await reply.send(await readServedFile(() => readActBlob(deps, name)))
}
