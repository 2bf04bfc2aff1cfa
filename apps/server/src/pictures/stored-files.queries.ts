import { retention } from '@parvis/domain/kernel/retention'
import { sql } from 'kysely'
import { type Db, numberOf, type Transaction } from '../db/database.ts'

/** `export`: part of a data export, named by no row, so that the sweep deletes it an hour later. `act`: a PDF to everybody. */
export type FileKind = 'public' | 'private' | 'identity' | 'export' | 'act'

/** Keeper of a file: the company that it belongs to, the person who wrote to one, or the commune of an act. */
export type Keeper = `company:${string}` | `user:${number}` | `town:${string}`

/** Recorded before the file is written, so that a crash leaves no file unknown to the sweep. */
export async function recordFile(db: Db, file: StoredPicture & { name: string }): Promise<void> {
  await db.insertInto('stored_files').values(file).execute()
}

export type StoredPicture = { kind: FileKind; width: number | null; height: number | null; bytes: number }

export async function findFile(db: Db, name: string): Promise<StoredPicture | undefined> {
  return await db
    .selectFrom('stored_files')
    .where('stored_files.name', '=', name)
    .select(['stored_files.kind', 'stored_files.width', 'stored_files.height', 'stored_files.bytes'])
    .executeTakeFirst()
}

/** Marks the file as named by a row; returns the bytes that its keeper now has. */
export async function markKept(tx: Transaction, name: string, keeper: Keeper): Promise<number> {
  await tx
    .updateTable('stored_files')
    .set({ kept_at: sql`app_now()`, keeper })
    .where('stored_files.name', '=', name)
    .execute()
  return await numberOf(tx)`select storage_use.bytes from storage_use where storage_use.keeper = ${keeper}`
}

export async function findSweepableFiles(db: Db): Promise<{ id: string; kind: FileKind }[]> {
  return await db
    .selectFrom('stored_files')
    .where(
      sql<boolean>`(stored_files.kept_at is null and stored_files.created_at < app_now() - make_interval(hours => ${retention.orphanFileHours}))
        or stored_files.dropped_at < app_now() - make_interval(hours => ${retention.orphanFileHours})`,
    )
    .select(['stored_files.name as id', 'stored_files.kind'])
    .limit(500)
    .execute()
}

export async function forgetFile(db: Db, name: string): Promise<void> {
  await db.deleteFrom('stored_files').where('stored_files.name', '=', name).execute()
}
