import { createHash, randomBytes } from 'node:crypto'
import { columnOf, type Db, numberOf, rowsOf, run } from '../../apps/server/src/db/database.ts'
import { insertCompany } from './people.ts'

export type Person = { userId: number; token: string }
export type Thread = Person & { discussionId: string; companyId: string }

/** People with a session each: the token goes in `Authorization`. */
export async function insertPeople(db: Db, count: number): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  const rows = await rowsOf<{ id: number }>(db)`
    with people as (
      insert into users (phone, first_name, last_name, date_of_birth, email, zip_code, city)
      select '+336' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0'), 'Julie', 'Martin',
        '1990-12-31', 'julie@exemple.fr', '92110', 'Clichy'
      from generate_series(1, ${count}) as n returning users.id
    ), numbered as (select people.id, row_number() over (order by people.id) as n from people), opened as (
      insert into sessions (user_id, token_hash, device)
      select numbered.id, (${hashes}::bytea[])[numbered.n], 'Bench' from numbered
    )
    select numbered.id from numbered order by numbered.n`
  return rows.map(({ id }, index) => ({ userId: id, token: tokens[index] ?? '' }))
}

/** One association, which no plan limits, and as many conversations with it as residents asked for; `thread`: the first. */
export async function insertThreads(db: Db, count: number) {
  const [owner, ...residents] = (await insertPeople(db, count + 1)) as [Person, ...Person[]]
  const association = { type: 'association', membership: 'freemium', name: 'Les Amis du Livre' } as const
  const companyId = await insertCompany(db, owner.userId, { ...association, category: 'culture', zipCode: '92110' })
  const threads = await insertDiscussions(db, [companyId], residents)
  return { owner, companyId, threads, thread: threads[0] as Thread }
}

/** A conversation of each resident with one of these companies, in turn. */
export async function insertDiscussions(db: Db, companies: readonly string[], residents: readonly Person[]) {
  const companyIds = residents.map((_, n) => companies[n % companies.length])
  const rows = await rowsOf<{ discussionId: string; companyId: string; residentId: number }>(db)`
    insert into discussions (company_id, resident_id)
    select * from unnest(${companyIds}::uuid[], ${residents.map(({ userId }) => userId)}::bigint[])
    returning id as "discussionId", company_id as "companyId", resident_id as "residentId"`
  const threadOf = new Map(rows.map(({ residentId, ...thread }) => [residentId, thread]))
  return residents.map((person): Thread => ({ ...person, ...(threadOf.get(person.userId) as (typeof rows)[number]) }))
}

/** The only device of that person. */
export async function insertDevice(
  db: Db,
  userId: number,
  { token, platform }: { token: string; platform: 'android' | 'web' },
): Promise<void> {
  await run(db)`delete from devices where devices.user_id = ${userId}`
  await run(db)`insert into devices (user_id, token, platform) values (${userId}, ${token}, ${platform})`
}

/** How often each message whose text begins so is stored. */
export async function countTexts(db: Db, prefix: string): Promise<Map<string, number>> {
  const rows = await rowsOf<{ text: string; copies: number }>(db)`
    select messages.text, count(*)::int as copies from messages
    where starts_with(messages.text, ${prefix}) group by messages.text`
  return new Map(rows.map(({ text, copies }) => [text, copies]))
}

/** Everyone follows the company, without a device. */
export async function followAll(db: Db, companyId: string, people: readonly Person[]): Promise<void> {
  const ids = people.map(({ userId }) => userId)
  await run(db)`insert into follows (user_id, company_id) select unnest(${ids}::bigint[]), ${companyId}`
}

/** Files named by messages beside the former ones, and files recorded that nothing names yet. */
export async function readFiles(
  db: Db,
  former: readonly string[] = [],
): Promise<{ named: string[]; unnamed: string[] }> {
  const rows = await rowsOf<{ name: string; isNamed: boolean }>(db)`
    select messages.image as name, true as "isNamed" from messages where messages.image is not null
    union all select stored_files.name, false from stored_files where stored_files.kept_at is null`
  const names = (isNamed: boolean) => rows.filter((row) => row.isNamed === isNamed).map(({ name }) => name)
  return { named: names(true).filter((name) => !former.includes(name)), unnamed: names(false) }
}

/** So many instants of each company, shown every Monday, those of one company apart from each other; answers one of them. */
export async function fillInstants(db: Db, companyIds: readonly string[], count: number): Promise<number> {
  return await numberOf(db)`
    with added as (
      insert into instants (company_id, title, short_description, long_description, category_id, kind, is_draft,
        is_enabled, address, city, zip_code, latitude, longitude, picture, schedule_kind)
      select company.id, 'Atelier ' || n, 'Un atelier ouvert à tous', repeat('Un atelier. ', 40), 1, 'event', false,
        true, '12 rue de Paris', 'Clichy', '92110', 48.9, 2.3, repeat('a', 32) || '.jpg', 'weekly'
      from generate_series(1, ${count}) as n, unnest(${companyIds}::uuid[]) as company (id) order by n returning *
    ), times as (
      insert into instant_times (instant_id, company_id, zip_code, days, on_day, start_minutes, length_minutes, enabled, wanted)
      select added.id, added.company_id, added.zip_code, '{1}', date '2027-01-04', 600, 120, true, true from added
    )
    select min(added.id) from added`
}

/** So many messages of each conversation, already read, those of one apart from each other; answers the last one's id of each. */
export async function fillConversations(db: Db, ids: readonly string[], count: number): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string; last: number }>(db)`
    with added as (
      insert into messages (discussion_id, from_company, text)
      select id, n % 2 = 0, 'Bonjour, avez-vous encore le numéro ' || n || ' ?'
      from generate_series(1, ${count}) as n, unnest(${ids}::uuid[]) as id order by n returning messages.id, discussion_id
    ), newest as (select discussion_id, max(id) as id from added group by discussion_id)
    update discussions set last_message_id = newest.id, excerpt = 'Bonjour' from newest
    where discussions.id = newest.discussion_id returning discussions.id, newest.id as last`
  return new Map(rows.map(({ id, last }) => [id, last]))
}

// As many as a busy machine inserts before a statement times out.
const batch = 2_000

/**
 * Residents who follow each of these companies, each with one device; answers their device tokens. For tests of what many are told.
 * `isCalm`: they have settings, by the last digit of their id: 0 to 4 are rung at once, 5 and 6 in the evening's summary, 7 never, 8
 * paused for five hours, 9 never acted on the site (RES-17).
 */
export async function insertFollowers(
  db: Db,
  companyIds: string | readonly string[],
  count: number,
  isCalm = false,
): Promise<string[]> {
  const tokens: string[] = []
  for (let left = count; left > 0; left -= batch)
    tokens.push(...(await insertBatch(db, [companyIds].flat(), Math.min(left, batch), isCalm)))
  return tokens
}

async function insertBatch(db: Db, companyIds: string[], count: number, isCalm: boolean): Promise<string[]> {
  return await columnOf<string>(db)`
    with people as (
      insert into users (phone) select '+339' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0')
      from generate_series(1, ${count}) as n returning users.id, case when ${isCalm}::boolean then users.id % 10 end as digit
    ), followers as (
      insert into follows (user_id, company_id, since, mode)
      select people.id, company.id, app_now(), case when digit in (5, 6) then 'digest' when digit = 7 then 'none' else 'now' end
      from people cross join unnest(${companyIds}::uuid[]) as company (id)
    ), settled as (
      insert into resident_settings (user_id, paused_until)
      select people.id, case when digit = 8 then app_now() + interval '5 hours' end from people where digit <> 9
    )
    insert into devices (user_id, token, platform)
    select people.id, 'device-' || people.id, 'android' from people returning devices.token`
}

/** Takes every waiting job out of the queue, oldest first: no worker runs in these tests. */
export async function takeWaitingJobs(db: Db): Promise<{ name: string; payload: unknown }[]> {
  return await rowsOf<{ name: string; payload: unknown }>(db)`
    with taken as (delete from jobs returning id, name, payload)
    select taken.name, taken.payload from taken order by taken.id`
}
