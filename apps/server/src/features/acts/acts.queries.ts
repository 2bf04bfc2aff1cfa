import type { ActKind, CheckedAct } from '@parvis/domain/acts/act'
import { restorableDays } from '@parvis/domain/acts/act'
import type { Role } from '@parvis/domain/kernel/roles'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

/** An act as its calls and pages show it. A withdrawn one keeps its title and text for the operator alone. */
export type StoredAct = {
  id: number
  town: string
  siret: string
  rank: number
  kind: ActKind
  number: string | null
  title: string
  actDate: string
  authorName: string
  authorQuality: string
  matter: string | null
  hasText: boolean
  namesPeople: boolean
  postedAt: Date
  bytes: number
  sha256: string
  file: string
  supersedes: number | null
  supersededBy: number | null
  withdrawnAt: Date | null
  withdrawnReason: string | null
  /** When it was posted, replaced or withdrawn last. */
  changedAt: Date
}

const acts = (db: Db) =>
  db
    .selectFrom('acts')
    .innerJoin('act_records', (join) =>
      join.onRef('act_records.act_id', '=', 'acts.id').on('act_records.change', '=', 'posted'),
    )
    .leftJoin('acts as next', 'next.supersedes', 'acts.id')
    .select([
      'acts.id',
      'acts.town',
      'acts.siret',
      'act_records.rank',
      'acts.kind',
      'acts.number',
      'acts.title',
      sql<string>`acts.act_date::text`.as('actDate'),
      'acts.author_name as authorName',
      'acts.author_quality as authorQuality',
      'acts.matter',
      sql<boolean>`acts.text is not null and acts.withdrawn_at is null`.as('hasText'),
      'acts.names_people as namesPeople',
      'acts.posted_at as postedAt',
      'acts.bytes',
      'acts.sha256',
      'acts.file',
      'acts.supersedes',
      'next.id as supersededBy',
      'acts.withdrawn_at as withdrawnAt',
      'acts.withdrawn_reason as withdrawnReason',
      sql<Date>`greatest(acts.posted_at, next.posted_at, acts.withdrawn_at)`.as('changedAt'),
    ])

/** The acts that may be found by search engines and machines: those that name people are left out (D-020). */
export async function listOpenActs(db: Db, town: string, { limit, inForce }: { limit: number; inForce?: ActKind }) {
  return (await acts(db)
    .where('acts.town', '=', town)
    .where('acts.names_people', '=', false)
    .$if(inForce !== undefined, (query) =>
      query
        .where('acts.kind', '=', inForce ?? 'other')
        .where('acts.withdrawn_at', 'is', null)
        .where('next.id', 'is', null),
    )
    .orderBy('acts.id', 'desc')
    .limit(limit)
    .execute()) as StoredAct[]
}

/** The acts of a commune, the newest posting first; `before`: those posted before that one. */
export async function listActs(
  db: Db,
  town: string,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  return (await acts(db)
    .where('acts.town', '=', town)
    .$if(before !== undefined, (query) => query.where('acts.id', '<', before ?? 0))
    .orderBy('acts.id', 'desc')
    .limit(limit)
    .execute()) as StoredAct[]
}

export type ActFilter = { kind?: ActKind | undefined; year?: number | undefined; words: readonly string[] }

/** One page of the acts that a resident asks for, and how many there are; those that were withdrawn are found by no word. */
export async function searchActs(
  db: Db,
  town: string,
  { kind, year, words }: ActFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ acts: StoredAct[]; total: number }> {
  const conditions = sql.join(
    [
      sql`acts.town = ${town}`,
      ...(kind ? [sql`acts.kind = ${kind}`] : []),
      ...(year
        ? [sql`acts.act_date >= make_date(${year}, 1, 1) and acts.act_date < make_date(${year + 1}, 1, 1)`]
        : []),
      ...(words.length > 0 ? [sql`acts.words @@ ${prefixes(words)}::tsquery`] : []),
    ],
    sql` and `,
  )
  const matching = sql<boolean>`${conditions}`
  const { total } = await db
    .selectFrom('acts')
    .where(matching)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const found = await acts(db).where(matching).orderBy('acts.id', 'desc').limit(limit).offset(offset).execute()
  return { acts: found as StoredAct[], total }
}

/** Each word begins a word of the act; they hold letters and digits only. */
const prefixes = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ')

export async function listActYears(db: Db, town: string): Promise<number[]> {
  const rows = await db
    .selectFrom('acts')
    .where('acts.town', '=', town)
    .select(sql<number>`extract(year from acts.act_date)::int`.as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}

/** An act of this commune; undefined for another's. */
export async function findAct(db: Db, town: string, id: number): Promise<StoredAct | undefined> {
  return (await acts(db).where('acts.town', '=', town).where('acts.id', '=', id).executeTakeFirst()) as
    | StoredAct
    | undefined
}

export async function findActText(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('acts')
    .where('acts.id', '=', id)
    .where('acts.withdrawn_at', 'is', null)
    .select('acts.text')
    .executeTakeFirst()
  return row?.text ?? null
}

export async function findActOfFile(db: Db, file: string): Promise<StoredAct | undefined> {
  return (await acts(db).where('acts.file', '=', file).executeTakeFirst()) as StoredAct | undefined
}

/** The hall of which that person is a member in the commune of an act, and their role: acts are the commune's, whoever posted them. */
export async function findHallOfAct(
  db: Db,
  userId: number,
  actId: number,
): Promise<{ companyId: string; town: string; role: Role } | undefined> {
  const row = await db
    .selectFrom('acts')
    .innerJoin('companies', 'companies.town', 'acts.town')
    .innerJoin('members', 'members.company_id', 'companies.id')
    .where('acts.id', '=', actId)
    .where('members.user_id', '=', userId)
    .where('companies.type', '=', 'mairie')
    .orderBy('companies.completed_at')
    .select(['companies.id as companyId', 'acts.town', 'members.role'])
    .executeTakeFirst()
  return row
}

export async function findHall(db: Db, companyId: string): Promise<{ town: string; siret: string } | undefined> {
  const row = await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select(['companies.town', 'companies.registry_code as siret'])
    .executeTakeFirst()
  return row?.town ? { town: row.town, siret: row.siret } : undefined
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
  const row = await db
    .selectFrom('acts')
    .where('acts.town', '=', town)
    .where('acts.withdrawn_at', 'is', null)
    .where(sql<boolean>`(acts.sha256 = ${sha256} or (acts.kind = ${kind} and acts.number = ${number}))`)
    .where(sql<boolean>`acts.id is distinct from ${except}`)
    .where(sql<boolean>`not exists (select from acts next where next.supersedes = acts.id)`)
    .select('acts.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export type ActToStore = CheckedAct & {
  town: string
  companyId: string
  siret: string
  namesPeople: boolean
  file: string
  bytes: number
  sha256: string
  words: readonly string[]
}

export async function insertAct(tx: Transaction, act: ActToStore): Promise<{ id: number; postedAt: Date }> {
  const { rows } = await sql<{ id: number; postedAt: Date }>`
    insert into acts (town, company_id, siret, kind, number, title, act_date, author_name, author_quality, matter, text,
      names_people, file, bytes, sha256, supersedes, words)
    values (${act.town}, ${act.companyId}, ${act.siret}, ${act.kind}, ${act.number}, ${act.title}, ${act.actDate}::date,
      ${act.authorName}, ${act.authorQuality}, ${act.matter}, ${act.text}, ${act.namesPeople}, ${act.file}, ${act.bytes},
      ${act.sha256}, ${act.supersedes}, array_to_tsvector(${[...act.words]}::text[]))
    returning acts.id, acts.posted_at as "postedAt"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an act was just stored')
  return row
}

/** Takes an act out, or puts it back; false when it was so already. */
export async function saveWithdrawal(
  tx: Transaction,
  id: number,
  withdrawal: { reason: string } | { words: readonly string[] },
): Promise<Date | undefined> {
  const { rows } =
    'reason' in withdrawal
      ? await sql<{ at: Date }>`
          update acts set withdrawn_at = date_trunc('second', app_now()), withdrawn_reason = ${withdrawal.reason}, words = ''
          where acts.id = ${id} and acts.withdrawn_at is null returning acts.withdrawn_at as at`.execute(tx)
      : await sql<{ at: Date }>`
          update acts set withdrawn_at = null, withdrawn_reason = null,
            words = array_to_tsvector(${[...withdrawal.words]}::text[])
          where acts.id = ${id} and acts.withdrawn_at > app_now() - make_interval(days => ${restorableDays}) and acts.title <> ''
          returning date_trunc('second', app_now()) as at`.execute(tx)
  return rows[0]?.at
}

/** The whole act for the operator, its title and text with it, while they are still there. */
export async function findWithdrawn(db: Db, id: number) {
  return await db
    .selectFrom('acts')
    .where('acts.id', '=', id)
    .where('acts.withdrawn_at', 'is not', null)
    .select([
      'acts.town',
      'acts.siret',
      'acts.company_id as companyId',
      'acts.number',
      'acts.title',
      'acts.author_name as authorName',
      'acts.text',
      'acts.sha256',
    ])
    .executeTakeFirst()
}

export async function findFileState(db: Db, id: number): Promise<{ file: string; isWithdrawn: boolean } | undefined> {
  return await db
    .selectFrom('acts')
    .where('acts.id', '=', id)
    .select(['acts.file', sql<boolean>`acts.withdrawn_at is not null`.as('isWithdrawn')])
    .executeTakeFirst()
}

/** Erases the title and text of acts withdrawn for good; answers their files. */
export async function eraseWithdrawn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    update acts set title = '', text = null
    where acts.withdrawn_at < app_now() - make_interval(days => ${restorableDays}) and acts.title <> ''
    returning acts.file`.execute(db)
  return rows.map(({ file }) => file)
}

/** The end of a register, its row locked against another record; the caller holds the lock of the commune. */
export async function findLastRecord(
  tx: Transaction,
  town: string,
): Promise<{ rank: number; text: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`acts ${town}`}, 0))`.execute(tx)
  return await tx
    .selectFrom('act_records')
    .where('act_records.town', '=', town)
    .orderBy('act_records.rank', 'desc')
    .select(['act_records.rank', 'act_records.text'])
    .limit(1)
    .executeTakeFirst()
}

export type ActRecord = {
  town: string
  rank: number
  actId: number
  change: 'posted' | 'withdrawn' | 'restored'
  text: string
  signature: Buffer
}

export async function insertRecord(tx: Transaction, { actId, ...record }: ActRecord): Promise<void> {
  await tx
    .insertInto('act_records')
    .values({ ...record, act_id: actId })
    .execute()
}

/** What was signed of an act, the first first. */
export async function listRecordsOfAct(db: Db, actId: number): Promise<Omit<ActRecord, 'actId' | 'town'>[]> {
  return await db
    .selectFrom('act_records')
    .where('act_records.act_id', '=', actId)
    .orderBy('act_records.rank')
    .select(['act_records.rank', 'act_records.change', 'act_records.text', 'act_records.signature'])
    .execute()
}

/** The texts of a register by rank. */
export async function listRegister(db: Db, town: string): Promise<string[]> {
  const rows = await db
    .selectFrom('act_records')
    .where('act_records.town', '=', town)
    .orderBy('act_records.rank')
    .select('act_records.text')
    .execute()
  return rows.map(({ text }) => text)
}
