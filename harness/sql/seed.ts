import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { insertCompany } from './people.ts'

export type Person = { userId: number; token: string }
export type Thread = Person & { discussionId: string; companyId: string }

/** People with a session each: the token goes in `Authorization`. */
export async function insertPeople(db: Database, count: number): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  const { rows } = await sql<{ id: number }>`
    with people as (
      insert into users (phone, first_name, last_name, date_of_birth, email, zip_code, city)
      select '+336' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0'), 'Julie', 'Martin',
        '1990-12-31', 'julie@exemple.fr', '92110', 'Clichy'
      from generate_series(1, ${count}) as n returning users.id
    ), numbered as (select people.id, row_number() over (order by people.id) as n from people), opened as (
      insert into sessions (user_id, token_hash, device)
      select numbered.id, (${hashes}::bytea[])[numbered.n], 'Bench' from numbered
    )
    select numbered.id from numbered order by numbered.n`.execute(db)
  return rows.map(({ id }, index) => ({ userId: id, token: tokens[index] ?? '' }))
}

/** One association, which no plan limits, and as many conversations with it as residents asked for; `thread`: the first. */
export async function insertThreads(db: Database, count: number) {
  const [owner, ...residents] = (await insertPeople(db, count + 1)) as [Person, ...Person[]]
  const association = { type: 'association', membership: 'freemium', name: 'Les Amis du Livre' } as const
  const companyId = await insertCompany(db, owner.userId, { ...association, category: 'culture', zipCode: '92110' })
  const threads = await insertDiscussions(db, [companyId], residents)
  return { owner, companyId, threads, thread: threads[0] as Thread }
}

/** A conversation of each resident with one of these companies, in turn. */
export async function insertDiscussions(db: Database, companies: readonly string[], residents: readonly Person[]) {
  const companyIds = residents.map((_, n) => companies[n % companies.length])
  const { rows } = await sql<{ discussionId: string; companyId: string; residentId: number }>`
    insert into discussions (company_id, resident_id)
    select * from unnest(${companyIds}::uuid[], ${residents.map(({ userId }) => userId)}::bigint[])
    returning id as "discussionId", company_id as "companyId", resident_id as "residentId"`.execute(db)
  const threadOf = new Map(rows.map(({ residentId, ...thread }) => [residentId, thread]))
  return residents.map((person): Thread => ({ ...person, ...(threadOf.get(person.userId) as (typeof rows)[number]) }))
}

/** The only device of that person. */
export async function insertDevice(
  db: Database,
  userId: number,
  { token, platform }: { token: string; platform: 'android' | 'web' },
): Promise<void> {
  await sql`delete from devices where devices.user_id = ${userId}`.execute(db)
  await sql`insert into devices (user_id, token, platform) values (${userId}, ${token}, ${platform})`.execute(db)
}

/** How often each message whose text begins so is stored. */
export async function countTexts(db: Database, prefix: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ text: string; copies: number }>`
    select messages.text, count(*)::int as copies from messages
    where starts_with(messages.text, ${prefix}) group by messages.text`.execute(db)
  return new Map(rows.map(({ text, copies }) => [text, copies]))
}

/** Everyone follows the company, without a device. */
export async function followAll(db: Database, companyId: string, people: readonly Person[]): Promise<void> {
  const ids = people.map(({ userId }) => userId)
  await sql`insert into follows (user_id, company_id) select unnest(${ids}::bigint[]), ${companyId}`.execute(db)
}

/** Files named by messages beside the former ones, and files recorded that nothing names yet. */
export async function readFiles(
  db: Database,
  former: readonly string[] = [],
): Promise<{ named: string[]; unnamed: string[] }> {
  const { rows } = await sql<{ name: string; isNamed: boolean }>`
    select messages.image as name, true as "isNamed" from messages where messages.image is not null
    union all select stored_files.name, false from stored_files where stored_files.kept_at is null`.execute(db)
  const names = (isNamed: boolean) => rows.filter((row) => row.isNamed === isNamed).map(({ name }) => name)
  return { named: names(true).filter((name) => !former.includes(name)), unnamed: names(false) }
}
