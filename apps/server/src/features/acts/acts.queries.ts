import type { ActKind, CheckedAct } from '@parvis/domain/acts/act'
import { cellOf, columnOf, type Db, numberOf, rowsOf } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** An act as its calls and pages show it. A withdrawn one keeps its title and text for the operator alone. */
export type StoredAct = Omit<CheckedAct, 'text'> & {
  id: number
  /** INSEE code: an act is the commune's, whatever becomes of the hall that posted it. */
  town: string
  siret: string
  rank: number
  hasText: boolean
  namesPeople: boolean
  postedAt: Date
  bytes: number
  sha256: string
  file: string
  supersededBy: number | null
  withdrawnAt: Date | null
  withdrawnReason: string | null
  changedAt: Date
}

async function actsOf(db: Db, where: Sql): Promise<StoredAct[]> {
  return await rowsOf<StoredAct>(db)`
    select acts.id, acts.town, acts.siret, act_records.rank, acts.kind, acts.number, acts.title,
      acts.act_date::text as "actDate", acts.author_name as "authorName", acts.author_quality as "authorQuality", acts.matter,
      acts.text is not null and acts.withdrawn_at is null as "hasText", acts.names_people as "namesPeople",
      acts.posted_at as "postedAt", acts.bytes, acts.sha256, acts.file, acts.supersedes, next.id as "supersededBy",
      acts.withdrawn_at as "withdrawnAt", acts.withdrawn_reason as "withdrawnReason",
      greatest(acts.posted_at, next.posted_at, acts.withdrawn_at) as "changedAt"
    from acts join act_records on act_records.act_id = acts.id and act_records.change = 'posted'
    left join acts next on next.supersedes = acts.id
    where ${where}`
}

/** The acts that may be found by search engines and machines: those that name people are left out. */
export async function listOpenActs(db: Db, town: string, { limit, inForce }: { limit: number; inForce?: ActKind }) {
  const standing = inForce ? sql`and acts.kind = ${inForce} and acts.withdrawn_at is null and next.id is null` : sql``
  return await actsOf(
    db,
    sql`acts.town = ${town} and not acts.names_people ${standing} order by acts.id desc limit ${limit}`,
  )
}

/** The acts of a commune, the newest posting first; `before`: those posted before that one. */
export async function listActs(
  db: Db,
  town: string,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  const former = before === undefined ? sql`` : sql`and acts.id < ${before}`
  return await actsOf(db, sql`acts.town = ${town} ${former} order by acts.id desc limit ${limit}`)
}

export type ActFilter = { kind?: ActKind | undefined; year?: number | undefined; words: readonly string[] }

/** One page of the acts that a resident asks for, and how many there are; those that were withdrawn are found by no word. */
export async function searchActs(
  db: Db,
  town: string,
  { kind, year, words }: ActFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ acts: StoredAct[]; total: number }> {
  const matching = sql.join(
    [
      sql`acts.town = ${town}`,
      ...(kind ? [sql`acts.kind = ${kind}`] : []),
      ...(year
        ? [sql`acts.act_date >= make_date(${year}, 1, 1) and acts.act_date < make_date(${year + 1}, 1, 1)`]
        : []),
      ...(words.length > 0 ? [sql`acts.words @@ ${prefixes(words)}::tsquery`] : []),
    ],
    ' and ',
  )
  const total = await numberOf(db)`select count(*)::int from acts where ${matching}`
  const found = await actsOf(db, sql`${matching} order by acts.id desc limit ${limit} offset ${offset}`)
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
  return (await actsOf(db, sql`acts.town = ${town} and acts.id = ${id}`))[0]
}

export async function findActText(db: Db, id: number): Promise<string | null> {
  return (
    (await cellOf<string | null>(db)`select acts.text from acts where acts.id = ${id} and acts.withdrawn_at is null`) ??
    null
  )
}

export async function findActOfFile(db: Db, file: string): Promise<StoredAct | undefined> {
  return (await actsOf(db, sql`acts.file = ${file}`))[0]
}
