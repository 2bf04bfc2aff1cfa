import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { listAppliedMigrations } from '../db/applied-migrations.queries.ts'
import { audit } from '../db/audit.queries.ts'
import type { Transaction } from '../db/database.ts'
import type { Blobs } from '../gateways/blobs/blobs.ts'
import { blobNamesOf } from '../pictures/picture-store.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'
import { type Erasure, inOneMoment, listErasures, listKeptFiles, listTables, readRows } from './table-copy.queries.ts'

/** A copy holds phones, messages and names: for the account that made it, and nobody else. */
const ownerFolder = 0o700
const ownerFile = 0o600

export type Manifest = { format: 1; migrations: string[]; tables: Record<string, number>; files: string[] }

/**
 * Copies every table but those that open accounts, of one moment, and every file into an empty folder. Identity
 * documents stay sealed.
 * Works on any PostgreSQL the server works on: no tool of the same version is needed.
 */
export const backup: Command = async ({ db, openFiles }, [folder = '']) => {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: ownerFolder })
  // A folder that was there already, or a umask: readable by its owner alone whatever they say.
  for (const path of [folder, join(folder, 'tables')]) await chmod(path, ownerFolder)
  if ((await readdir(join(folder, 'tables'))).length > 0)
    throw new BadArgument(`Le dossier ${folder} contient déjà une copie.`)
  const manifest = await inOneMoment(db, async (tx): Promise<Manifest> => {
    const tables: Record<string, number> = {}
    for (const table of await listTables(tx)) tables[table] = await copyTable(tx, table, folder)
    const files = (await listKeptFiles(tx)).flatMap(({ name, kind }) => blobNamesOf(name, kind))
    return { format: 1, migrations: await listAppliedMigrations(tx), tables, files }
  })
  const copied = await copyFiles(await openFiles(), manifest.files, folder)
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files: copied }, undefined, 1), {
    mode: ownerFile,
  })
  await keepErasures(folder, await listErasures(db))
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  await audit(db, {
    actor: operatorActor(),
    action: 'backup',
    object: 'database',
    details: { rows, files: copied.length },
  })
  return [`${rows} lignes et ${copied.length} fichiers copiés dans ${folder}.`]
}

/** Beside the copies, of all of them: who was erased since an older copy is erased again when that one is restored. */
const erasuresFile = (folder: string): string => join(dirname(resolve(folder)), 'erasures.json')

export async function readErasures(folder: string): Promise<Erasure[]> {
  const text = await readFile(erasuresFile(folder), 'utf8').catch(() => '[]')
  return JSON.parse(text) as Erasure[]
}

async function keepErasures(folder: string, known: readonly Erasure[]): Promise<void> {
  const all = new Map([...(await readErasures(folder)), ...known].map((one) => [`${one.userId} ${one.at}`, one]))
  const aside = `${erasuresFile(folder)}.part`
  await writeFile(aside, JSON.stringify([...all.values()]), { mode: ownerFile })
  await rename(aside, erasuresFile(folder))
}

async function copyTable(tx: Transaction, table: string, folder: string): Promise<number> {
  let count = 0
  async function* lines() {
    for await (const rows of readRows(tx, table)) {
      count += rows.length
      yield `${rows.join('\n')}\n`
    }
  }
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    createWriteStream(join(folder, 'tables', `${table}.ndjson.gz`), { mode: ownerFile }),
  )
  return count
}

/** A file that the sweep deleted after the snapshot is skipped: no current row names it. */
async function copyFiles(blobs: Blobs, names: readonly string[], folder: string): Promise<string[]> {
  const copied: string[] = []
  for (const name of names) {
    const content = await blobs.get(name).catch(() => undefined)
    if (!content) continue
    const path = join(folder, 'files', name)
    await mkdir(dirname(path), { recursive: true, mode: ownerFolder })
    await writeFile(path, content, { mode: ownerFile })
    copied.push(name)
  }
  return copied
}
