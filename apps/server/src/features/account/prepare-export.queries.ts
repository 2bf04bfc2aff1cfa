import { cellOf, type Db, rowOf, run, type Transaction } from '../../db/database.ts'

export type PreparedExport = { askedAt: Date; readyAt: Date | null; bytes: number; parts: string[] }

/** Lifetime of the file: ends before the sweep deletes its parts, an hour after they were written. */
export const readyMinutes = 50
/** After this time an unfinished export may be asked for again: its job may be lost. */
const maxMinutes = 20

/** The person's export under way, or finished so lately that its file still lives. */
export async function findExport(db: Db, userId: number): Promise<PreparedExport | undefined> {
  return await rowOf<PreparedExport>(db)`
    select asked_at as "askedAt", ready_at as "readyAt", bytes, parts from account_exports
    where account_exports.user_id = ${userId} and case when ready_at is null
      then asked_at > app_now() - make_interval(mins => ${maxMinutes})
      else ready_at > app_now() - make_interval(mins => ${readyMinutes}) end`
}

/** Inserts the export; undefined when the person has one that `findExport` finds. */
export async function saveAsked(tx: Transaction, userId: number): Promise<string | undefined> {
  return await cellOf<string>(tx)`
    insert into account_exports as known (user_id) values (${userId})
    on conflict (user_id) do update set asked_at = app_now(), ready_at = null, bytes = 0, parts = '{}'
    where case when known.ready_at is null then known.asked_at <= app_now() - make_interval(mins => ${maxMinutes})
      else known.ready_at <= app_now() - make_interval(mins => ${readyMinutes}) end
    returning asked_at::text`
}

export async function saveParts(
  db: Db,
  { userId, asked, parts, bytes }: { userId: number; asked: string; parts: readonly string[]; bytes: number },
): Promise<void> {
  await run(db)`
    update account_exports set ready_at = app_now(), parts = ${[...parts]}::text[], bytes = ${bytes}
    where user_id = ${userId} and asked_at = ${asked}::timestamptz and ready_at is null`
}
