import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { listAppliedMigrations } from '../db/applied-migrations.queries.ts'
import { audit } from '../db/audit.queries.ts'
import type { Transaction } from '../db/database.ts'
import { eraseAccounts } from '../features/account/index.ts'
import type { Blobs } from '../gateways/blobs/blobs.ts'
import { type Manifest, readErasures } from './backup.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'
import {
  emptyTable,
  inOneMoment,
  isInUse,
  moveSequences,
  restTriggers,
  scheduleErasures,
  writeRows,
} from './table-copy.queries.ts'

const rowsAtOnce = 500

/** Brings a copy back into an empty database of the same version, then its files. All the rows or none. */
export const restore: Command = async ({ db, openFiles }, [folder = '']) => {
  const manifest = await readManifest(folder)
  if (await isInUse(db)) throw new BadArgument('La base n’est pas vide : restaurez dans une base neuve.')
  const applied = await listAppliedMigrations(db)
  if (applied.join() !== manifest.migrations.join()) {
    throw new BadArgument('La copie vient d’une autre version : restaurez avec la version qui l’a faite.')
  }
  const tables = Object.keys(manifest.tables)
  await inOneMoment(db, async (tx) => {
    for (const table of tables) await restTriggers(tx, table, true)
    for (const table of tables.toReversed()) await emptyTable(tx, table)
    for (const table of tables) await fillTable(tx, table, folder)
    for (const table of tables) await moveSequences(tx, table)
    for (const table of tables) await restTriggers(tx, table, false)
  })
  await bringFiles(await openFiles(), manifest.files, folder)
  const erased = await scheduleErasures(db, await readErasures(folder))
  if (erased > 0) await eraseAccounts({ db })
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  await audit(db, { actor: operatorActor(), action: 'restore', object: 'database', details: { rows, erased } })
  const again = erased > 0 ? [`Comptes effacés depuis cette copie, effacés de nouveau : ${erased}.`] : []
  return [`${rows} lignes et ${manifest.files.length} fichiers rétablis depuis ${folder}.`, ...again]
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  } catch {
    throw new BadArgument(`Le dossier ${folder} ne contient pas de copie complète.`)
  }
}

async function fillTable(tx: Transaction, table: string, folder: string): Promise<void> {
  const file = createReadStream(join(folder, 'tables', `${table}.ndjson.gz`)).pipe(createGunzip())
  let rows: string[] = []
  for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    rows.push(line)
    if (rows.length < rowsAtOnce) continue
    await writeRows(tx, table, rows)
    rows = []
  }
  if (rows.length > 0) await writeRows(tx, table, rows)
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
