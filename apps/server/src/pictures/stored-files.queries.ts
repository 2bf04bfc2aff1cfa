import { retention } from '@parvis/domain/kernel/retention'
import { type Db, numberOf, rowOf, rowsOf, run, type Transaction } from '../db/database.ts'

/** `export`: part of a data export, named by no row, so that the sweep deletes it an hour later. `act`: a PDF to everybody. */
export type FileKind = 'public' | 'private' | 'identity' | 'export' | 'act'

/** Keeper of a file: the company that it belongs to, the person who wrote to one, or the commune of an act. */
export type Keeper = `company:${string}` | `user:${number}` | `town:${string}`

/** Recorded before the file is written, so that a crash leaves no file unknown to the sweep. */
export async function recordFile(db: Db, file: StoredPicture & { name: string }): Promise<void> {
  const { name, kind, width, height, bytes } = file
  await run(db)`
    insert into stored_files (name, kind, width, height, bytes) values (${name}, ${kind}, ${width}, ${height}, ${bytes})`
}

export type StoredPicture = { kind: FileKind; width: number | null; height: number | null; bytes: number }

export async function findFile(db: Db, name: string): Promise<StoredPicture | undefined> {
  return await rowOf<StoredPicture>(db)`
    select stored_files.kind, stored_files.width, stored_files.height, stored_files.bytes
    from stored_files where stored_files.name = ${name}`
}

/** Marks the file as named by a row; returns the bytes that its keeper now has. */
export async function markKept(tx: Transaction, name: string, keeper: Keeper): Promise<number> {
  await run(tx)`update stored_files set kept_at = app_now(), keeper = ${keeper} where stored_files.name = ${name}`
  return await numberOf(tx)`select storage_use.bytes from storage_use where storage_use.keeper = ${keeper}`
}

export async function findSweepableFiles(db: Db): Promise<{ id: string; kind: FileKind }[]> {
  return await rowsOf<{ id: string; kind: FileKind }>(db)`
    select stored_files.name as id, stored_files.kind from stored_files
    where stored_files.kept_at is null
        and stored_files.created_at < app_now() - make_interval(hours => ${retention.orphanFileHours})
      or stored_files.dropped_at < app_now() - make_interval(hours => ${retention.orphanFileHours})
    limit 500`
}

export async function forgetFile(db: Db, name: string): Promise<void> {
  await run(db)`delete from stored_files where stored_files.name = ${name}`
}
