import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { audit } from '../audit.queries.ts'
import type { Transaction } from '../db/database.ts'
import { listAppliedMigrations } from '../db/migrate.ts'
import { eraseAccounts } from '../features/account/index.ts'
import type { Blobs } from '../gateways/blobs/blobs.ts'
import { blobNamesOf } from '../pictures/picture-store.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'
import {
  type Erasure,
  emptyTable,
  inOneMoment,
  isInUse,
  listErasures,
  listKeptFiles,
  listTables,
  moveSequences,
  readRows,
  restTriggers,
  scheduleErasures,
  writeRows,
} from './table-copy.queries.ts'

/** Copies hold phones, messages and names: mode 0700, for the account that made them. */
const ownerFolder = 0o700
const ownerFile = 0o600

type Manifest = { format: 1; migrations: string[]; tables: Record<string, number>; files: string[] }

/**
 * Copies every table but those that open accounts, of one moment, and every file into an empty folder. Identity
 * documents stay sealed.
 * Works on any PostgreSQL the server works on: no tool of the same version is needed.
 */
export const backup: Command = async ({ db, openFiles }, [folder = '']) => {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: ownerFolder })
  // Applies to an existing folder too, and whatever the umask.
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

/** A list beside the copies of all erased accounts: restoring an older copy erases them again. */
const erasuresFile = (folder: string): string => join(dirname(resolve(folder)), 'erasures.json')

async function readErasures(folder: string): Promise<Erasure[]> {
  const file = erasuresFile(folder)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Erasure[]) : []
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

const rowsAtOnce = 500

/** Brings a copy back into an empty database of the same version, then its files. All the rows or none. */
export const restore: Command = async ({ db, openFiles, openEvidence }, [folder = '']) => {
  const manifest = await readManifest(folder)
  const applied = await listAppliedMigrations(db)
  if (applied.length === 0)
    throw new BadArgument(
      'Cette base n’a pas encore de tables : démarrez Parvis une fois dessus, arrêtez-le, puis restaurez.',
    )
  if (await isInUse(db)) throw new BadArgument('La base n’est pas vide : restaurez dans une base neuve.')
  if (applied.join() !== manifest.migrations.join()) {
    throw new BadArgument('La copie vient d’une autre version : restaurez avec la version qui l’a faite.')
  }
  const tables = Object.keys(manifest.tables)
  const erasures = await readErasures(folder)
  await inOneMoment(db, async (tx) => {
    for (const table of tables) await restTriggers(tx, table, true)
    for (const table of tables.toReversed()) await emptyTable(tx, table)
    for (const table of tables) await fillTable(tx, table, folder)
    for (const table of tables) await moveSequences(tx, table)
    for (const table of tables) await restTriggers(tx, table, false)
  })
  await bringFiles(await openFiles(), manifest.files, folder)
  const erased = await scheduleErasures(db, erasures)
  if (erased > 0) await eraseAccounts({ db, config: openEvidence() })
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  await audit(db, { actor: operatorActor(), action: 'restore', object: 'database', details: { rows, erased } })
  const again = erased > 0 ? [`Comptes effacés depuis cette copie, effacés de nouveau : ${erased}.`] : []
  return [`${rows} lignes et ${manifest.files.length} fichiers rétablis depuis ${folder}.`, ...again]
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  } catch {
    throw incomplete(folder)
  }
}

const incomplete = (folder: string) => new BadArgument(`Le dossier ${folder} ne contient pas de copie complète.`)

async function fillTable(tx: Transaction, table: string, folder: string): Promise<void> {
  let rows: string[] = []
  for await (const line of linesOf(folder, table)) {
    rows.push(line)
    if (rows.length < rowsAtOnce) continue
    await writeRows(tx, table, rows)
    rows = []
  }
  if (rows.length > 0) await writeRows(tx, table, rows)
}

async function* linesOf(folder: string, table: string): AsyncGenerator<string> {
  // What fails on the way, a missing file too, reaches whoever reads the lines.
  const input = connect(createReadStream(join(folder, 'tables', `${table}.ndjson.gz`)), createGunzip(), () => undefined)
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch {
    throw incomplete(folder)
  }
}

async function bringFiles(blobs: Blobs, names: readonly string[], folder: string): Promise<void> {
  for (const name of names) {
    const type = name.endsWith('.webp')
      ? 'image/webp'
      : name.endsWith('.jpg')
        ? 'image/jpeg'
        : 'application/octet-stream'
    await blobs.put(name, await readFile(join(folder, 'files', name)), type)
  }
}
