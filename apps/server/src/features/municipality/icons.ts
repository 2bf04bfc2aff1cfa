import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import { saveIcons } from './municipality.queries.ts'

const shippedIcons = new URL('../../../assets/service-icons/icons.json', import.meta.url)

/** Brings the icons of the database to those shipped with this version; answers how many there are. */
export async function importIcons(db: Database): Promise<number> {
  const icons = JSON.parse(await readFile(shippedIcons, 'utf8')) as { name: string; tags: string }[]
  await transaction(db, (tx) => saveIcons(tx, icons))
  return icons.length
}

const folders = { services: 'service-icons', categories: 'category-icons' }
const known = new Map<string, { drawing: Buffer; etag: string }>()

/** A drawing shipped with the product, kept a day by browsers then asked for by its mark. */
export async function readIcon(
  { set, name }: { set: keyof typeof folders; name: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { drawing, etag } = await load(`${folders[set]}/${name}`)
  reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
  if (request.headers['if-none-match'] === etag) {
    await reply.code(304).send()
    return
  }
  await reply
    .type('image/svg+xml')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(drawing)
}

async function load(path: string): Promise<{ drawing: Buffer; etag: string }> {
  const loaded = known.get(path)
  if (loaded) return loaded
  const drawing = await readFile(new URL(`../../../assets/${path}`, import.meta.url)).catch(() => {
    throw refusal('request.not_found')
  })
  const icon = { drawing, etag: `"${createHash('sha256').update(drawing).digest('hex').slice(0, 32)}"` }
  known.set(path, icon)
  return icon
}
