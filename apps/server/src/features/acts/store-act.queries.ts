import { type CheckedAct, restorableDays } from '@parvis/domain/acts/act'
import type { Role } from '@parvis/domain/kernel/roles'
import { cellOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import type { StoredAct } from './acts.queries.ts'

/** The hall of which that person is a member in the commune of an act, and their role: acts are the commune's, whoever posted them. */
export async function findHallOfAct(db: Db, userId: number, actId: number) {
  return await rowOf<{ companyId: string; town: string; role: Role }>(db)`
    select companies.id as "companyId", acts.town, members.role
    from acts join companies on companies.town = acts.town join members on members.company_id = companies.id
    where acts.id = ${actId} and members.user_id = ${userId} and companies.type = 'mairie'
    order by companies.completed_at`
}

export async function findHall(db: Db, companyId: string): Promise<{ town: string; siret: string } | undefined> {
  return await rowOf<{ town: string; siret: string }>(db)`
    select companies.town, companies.registry_code as siret from companies
    where companies.id = ${companyId} and companies.town is not null`
}

/** Another act in force with this file, or this kind and number; `except`: the one that is being replaced. */
export async function findTwin(
  db: Db,
  {
    town,
    kind,
    number,
    sha256,
    except,
  }: Pick<CheckedAct, 'kind' | 'number'> & { town: string; sha256: string; except: number | null },
): Promise<number | undefined> {
  return await cellOf<number>(db)`
    select acts.id from acts where acts.town = ${town} and acts.withdrawn_at is null
      and (acts.sha256 = ${sha256} or (acts.kind = ${kind} and acts.number = ${number}))
      and acts.id is distinct from ${except}::bigint
      and not exists (select from acts next where next.supersedes = acts.id) limit 1`
}

export type ActToStore = CheckedAct &
  Pick<StoredAct, 'town' | 'siret' | 'namesPeople' | 'file' | 'bytes' | 'sha256'> & {
    companyId: string
    words: readonly string[]
  }

export async function insertAct(tx: Transaction, act: ActToStore) {
  const row = await rowOf<{ id: number; postedAt: Date }>(tx)`
    insert into acts (town, company_id, siret, kind, number, title, act_date, author_name, author_quality, matter, text,
      names_people, file, bytes, sha256, supersedes, words)
    values (${act.town}, ${act.companyId}, ${act.siret}, ${act.kind}, ${act.number}, ${act.title}, ${act.actDate}::date,
      ${act.authorName}, ${act.authorQuality}, ${act.matter}, ${act.text}, ${act.namesPeople}, ${act.file}, ${act.bytes},
      ${act.sha256}, ${act.supersedes}, array_to_tsvector(${[...act.words]}::text[]))
    returning acts.id, acts.posted_at as "postedAt"`
  if (!row) throw new Error('an act was just stored')
  return row
}

/** Takes an act out, or puts it back; false when it was so already. */
export async function saveWithdrawal(
  tx: Transaction,
  id: number,
  withdrawal: { reason: string } | { words: readonly string[] },
): Promise<Date | undefined> {
  return 'reason' in withdrawal
    ? await cellOf<Date>(tx)`
          update acts set withdrawn_at = date_trunc('second', app_now()), withdrawn_reason = ${withdrawal.reason}, words = ''
          where acts.id = ${id} and acts.withdrawn_at is null returning acts.withdrawn_at`
    : await cellOf<Date>(tx)`
          update acts set withdrawn_at = null, withdrawn_reason = null,
            words = array_to_tsvector(${[...withdrawal.words]}::text[])
          where acts.id = ${id} and acts.withdrawn_at > app_now() - make_interval(days => ${restorableDays}) and acts.title <> ''
          returning date_trunc('second', app_now())`
}

type WithdrawnAct = Pick<StoredAct, 'town' | 'siret' | 'number' | 'title' | 'authorName' | 'sha256'> & {
  companyId: string | null
  text: string | null
}

/** The whole act for the operator, its title and text with it, while they are still there. */
export async function findWithdrawn(db: Db, id: number) {
  return await rowOf<WithdrawnAct>(db)`
    select acts.town, acts.siret, acts.company_id as "companyId", acts.number, acts.title, acts.author_name as "authorName",
      acts.text, acts.sha256
    from acts where acts.id = ${id} and acts.withdrawn_at is not null`
}

export async function findFileState(db: Db, id: number) {
  return await rowOf<{ file: string; isWithdrawn: boolean }>(db)`
    select acts.file, acts.withdrawn_at is not null as "isWithdrawn" from acts where acts.id = ${id}`
}

/** Acts whose withdrawal can no longer be undone, until their title and text are erased. */
export async function listWithdrawnForGood(db: Db) {
  return await rowsOf<{ id: number; file: string }>(db)`
    select acts.id, acts.file from acts
    where acts.withdrawn_at < app_now() - make_interval(days => ${restorableDays}) and acts.title <> ''`
}

/** Its file, whose bytes are gone, leaves the room of the commune. */
export async function eraseWithdrawn(db: Db, id: number): Promise<void> {
  await run(db)`
    with erased as (update acts set title = '', text = null where acts.id = ${id} returning acts.file)
    update stored_files set dropped_at = app_now() from erased where stored_files.name = erased.file`
}
