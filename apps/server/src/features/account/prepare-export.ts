import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { enqueue, type Job } from '../../jobs/job.ts'
import { recordFile } from '../../pictures/stored-files.queries.ts'
import { requireProofOfHolder } from '../access/index.ts'
import { admitExport, writeExport } from './export-account.ts'
import { findExport, readyMinutes, saveAsked, saveParts } from './prepare-export.queries.ts'

const partBytes = 1_000_000

/**
 * Enqueues a job that writes everything kept about a person to sealed files; one that waits or is ready is not made twice. 429
 * beyond five exports an hour, counted together with `exportAccount`.
 */
export async function askExport(deps: Dependencies, actor: Actor) {
  const { userId } = actor
  await requireProofOfHolder(deps.db, deps.config, actor)
  await transaction(deps.db, async (tx) => {
    const asked = await saveAsked(tx, userId)
    if (!asked) return
    await admitExport(tx, deps.config, userId)
    await enqueue(tx, 'prepare-export', { userId, asked })
  })
  return await readExportState(deps, userId)
}

export async function readExportState({ db }: Dependencies, userId: number) {
  const found = await findExport(db, userId)
  if (!found) return { state: 'none' as const, askedAt: null, readyAt: null, expiresAt: null, bytes: 0 }
  const { readyAt, bytes } = found
  const askedAt = writeParisIso(found.askedAt)
  if (!readyAt) return { state: 'preparing' as const, askedAt, readyAt: null, expiresAt: null, bytes }
  const expiresAt = writeParisIso(new Date(readyAt.getTime() + readyMinutes * 60_000))
  return { state: 'ready' as const, askedAt, readyAt: writeParisIso(readyAt), expiresAt, bytes }
}

/** Streams the parts of the file, one in memory at a time; 404 while it is not ready, and after fifty minutes. */
export async function readExportFile({ db, config, gateways }: Dependencies, actor: Actor, reply: FastifyReply) {
  await requireProofOfHolder(db, config, actor)
  const found = await findExport(db, actor.userId)
  if (!found?.readyAt) throw refusal('request.not_found')
  const { parts } = found
  async function* unsealed(): AsyncGenerator<Buffer> {
    for (const part of parts) yield await gateways.sealedBlobs.get(`export/${part}`)
  }
  await reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', 'attachment; filename="mes-donnees-parvis.json"')
    .send(Readable.from(unsealed(), { objectMode: false }))
}

const preparing = z.object({ userId: z.number(), asked: z.string() })

/** The job: writes the parts. Killed and retried, it begins anew; the sweep deletes the parts of the first try. */
export const prepareExport: Job = {
  name: 'prepare-export',
  run: async (deps, payload) => {
    const { userId, asked } = preparing.parse(payload)
    const parts: string[] = []
    let [waiting, bytes] = ['', 0]
    const keep = async () => {
      const content = Buffer.from(waiting)
      parts.push(await storePart(deps, content))
      bytes += content.length
      waiting = ''
    }
    for await (const piece of writeExport(deps, userId)) {
      waiting += piece
      if (waiting.length >= partBytes) await keep()
    }
    await keep()
    await saveParts(deps.db, { userId, asked, parts, bytes })
  },
}

/** Sealed like identity documents; recorded before writing and named by no row, so that the sweep deletes it an hour later. */
async function storePart({ db, gateways }: Dependencies, content: Buffer): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.sealed`
  await recordFile(db, { name, kind: 'export', width: null, height: null, bytes: content.length })
  await gateways.sealedBlobs.put(`export/${name}`, content)
  return name
}
