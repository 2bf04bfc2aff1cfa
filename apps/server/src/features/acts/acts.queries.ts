import type { ActKind } from '@parvis/domain/acts/act'
import { type InferResult, sql } from 'kysely'
import { cellOf, columnOf, type Db, numberOf } from '../../db/database.ts'

/** An act as its calls and pages show it. A withdrawn one keeps its title and text for the operator alone. */
export type StoredAct = InferResult<ReturnType<typeof acts>>[number]

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

/** The acts that may be found by search engines and machines: those that name people are left out. */
export async function listOpenActs(db: Db, town: string, { limit, inForce }: { limit: number; inForce?: ActKind }) {
  return await acts(db)
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
    .execute()
}

/** The acts of a commune, the newest posting first; `before`: those posted before that one. */
export async function listActs(
  db: Db,
  town: string,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  return await acts(db)
    .where('acts.town', '=', town)
    .$if(before !== undefined, (query) => query.where('acts.id', '<', before ?? 0))
    .orderBy('acts.id', 'desc')
    .limit(limit)
    .execute()
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
  const total = await numberOf(db)`select count(*)::int from acts where ${matching}`
  const found = await acts(db).where(matching).orderBy('acts.id', 'desc').limit(limit).offset(offset).execute()
  return { acts: found, total }
}

/** Each word begins a word of the act; they hold letters and digits only. */
const prefixes = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ')

export async function listActYears(db: Db, town: string): Promise<number[]> {
  return await columnOf<number>(db)`
    select distinct extract(year from acts.act_date)::int from acts where acts.town = ${town} order by 1 desc`
}

/** An act of this commune; undefined for another's. */
export async function findAct(db: Db, town: string, id: number): Promise<StoredAct | undefined> {
  return await acts(db).where('acts.town', '=', town).where('acts.id', '=', id).executeTakeFirst()
}

export async function findActText(db: Db, id: number): Promise<string | null> {
  return (
    (await cellOf<string | null>(db)`select acts.text from acts where acts.id = ${id} and acts.withdrawn_at is null`) ??
    null
  )
}

export async function findActOfFile(db: Db, file: string): Promise<StoredAct | undefined> {
  return await acts(db).where('acts.file', '=', file).executeTakeFirst()
}
