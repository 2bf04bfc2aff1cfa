import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Config } from '../../config.ts'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { mediaUrl, privateMediaUrl } from '../../pictures/picture-store.ts'
import { requireProofOfHolder } from '../access/index.ts'
import { listOwnedCompanies } from '../company/index.ts'
import { companyRows, listOwnPictures, personRows, readPages, readSelf, rowsAtOnce } from './export-account.queries.ts'

const perPerson = { name: 'account-export', max: 5, seconds: 3_600 }

/**
 * Streams everything kept about a person and their businesses as the pieces of one JSON text, and writes an audit line. One piece
 * is in memory at a time, whatever the number of messages. 429 beyond five exports an hour.
 */
export async function exportAccount(deps: Dependencies, actor: Actor): Promise<AsyncIterable<string>> {
  await requireProofOfHolder(deps.db, deps.config, actor)
  await transaction(deps.db, (tx) => admitExport(tx, deps.config, actor.userId))
  return writeExport(deps, actor.userId)
}

/** Counts an export that begins against five an hour (429), and writes its audit line. */
export async function admitExport(tx: Transaction, config: Config, userId: number): Promise<void> {
  await countAgainstLimit(tx, config, perPerson, `user:${userId}`)
  await audit(tx, { actor: `user:${userId}`, action: 'account.export', object: `user:${userId}` })
}

type ExportDeps = Pick<Dependencies, 'db' | 'config'>

/** The pieces of the JSON text, each of one page of rows at most. */
export async function* writeExport({ db, config }: ExportDeps, userId: number): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(writeParisIso(await readNow(db)))},"user":${await readSelf(db, 'users', userId)}`
  yield* writeParts(db, personRows(userId))
  yield* writePictures({ db, config }, userId)
  yield ',"companies":['
  const owned = (await listOwnedCompanies(db, userId)).filter(({ role }) => role === 'owner')
  for (const [index, { companyId }] of owned.entries()) {
    yield `${index > 0 ? ',' : ''}{"profile":${await readSelf(db, 'companies', companyId)}`
    yield* writeParts(db, companyRows(companyId))
    yield '}'
  }
  yield ']}'
}

async function* writeParts(db: Db, parts: ReturnType<typeof personRows>): AsyncGenerator<string> {
  for (const [name, rows] of Object.entries(parts)) {
    let before = `,"${name}":[`
    for await (const page of readPages(db, rows)) {
      yield before + page.join(',')
      before = ','
    }
    yield before === ',' ? ']' : `${before}]`
  }
}

const pictureSeconds = 86_400

/** Signed address of each picture: for a day those of conversations, without expiry those of public pages. */
async function* writePictures({ db, config }: ExportDeps, userId: number): AsyncGenerator<string> {
  const { epochMilliseconds } = await readNow(db)
  const pictures = await listOwnPictures(db, userId)
  yield ',"pictures":['
  for (let at = 0; at < pictures.length; at += rowsAtOnce) {
    const page = pictures.slice(at, at + rowsAtOnce).map(({ name, kind }) => {
      const isPublic = kind === 'public'
      const url = isPublic ? mediaUrl(config, name) : privateMediaUrl(config, name, epochMilliseconds, pictureSeconds)
      return JSON.stringify({ name, kind, url })
    })
    yield (at > 0 ? ',' : '') + page.join(',')
  }
  yield ']'
}
