import { cellOf, columnOf, type Db, rowsOf } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { picturesOf } from './erase-account.queries.ts'

/** How one table is exported: its joins and condition, its key, its columns that stay. */
type ExportedRows = {
  table: string
  /** Joins and conditions behind the table’s name. */
  which: Sql
  /** The columns of its primary key. */
  key: readonly string[]
  /** Columns left out of the export, as text[]: secrets and internal marks. */
  without?: Sql
  newestFirst?: true
}

const byId = ['id']
const ofPersonAndCompany = ['user_id', 'company_id']

const columns = (...names: string[]) => sql`${names}::text[]`

/** Every row about the person, table by table. */
export const personRows = (userId: number): Record<string, ExportedRows> => ({
  sessions: { ...ofPerson('sessions', userId), without: columns('token_hash') },
  passkeys: { ...ofPerson('passkeys', userId), without: columns('credential_id', 'public_key', 'counter') },
  devices: ofPerson('devices', userId),
  // Push targets of a professional, without their encryption keys.
  pushTargets: { ...ofPerson('push_targets', userId), without: columns('subscription') },
  noticeChoices: {
    table: 'notice_choices',
    key: ofPersonAndCompany,
    // One row per business: all kinds share the same key.
    which: sql`where user_id = ${userId} and kind = (
      select min(own.kind) from notice_choices own
      where own.user_id = notice_choices.user_id and own.company_id = notice_choices.company_id)`,
  },
  acceptances: ofPerson('legal_acceptances', userId),
  memberships: { ...ofPerson('company_members', userId), key: ofPersonAndCompany },
  follows: {
    ...ofPerson('follows', userId),
    key: ofPersonAndCompany,
    without: columns('after_broadcast'),
  },
  discussions: {
    table: 'discussions',
    key: byId,
    which: sql`where ${concerns(userId)}`,
    without: sql`'{last_message_id}'::text[] || case when ${leads(userId)} then '{}'::text[] else ${columns(...ofTheCompany)} end`,
  },
  messages: {
    table: 'messages',
    key: ['discussion_id', 'id'],
    which: sql`join discussions on discussions.id = messages.discussion_id where ${concerns(userId)}`,
    newestFirst: true,
  },
  orders: {
    table: 'orders',
    key: byId,
    which: sql`join discussions on discussions.id = orders.discussion_id where ${concerns(userId)}`,
  },
  acts: {
    table: 'audit_log',
    key: byId,
    which: sql`where audit_log.actor = ${`user:${userId}`}`,
    without: columns('request_id'),
    newestFirst: true,
  },
})

/** Every row of one business, table by table. */
export const companyRows = (companyId: string): Record<string, ExportedRows> => ({
  openingHours: ofCompany('opening_hours', companyId),
  exceptionalDays: ofCompany('hour_exceptions', companyId),
  holidayAnswers: { ...ofCompany('holiday_answers', companyId), key: ['company_id', 'day'] },
  hourSets: { ...ofCompany('hour_sets', companyId), key: ['company_id', 'key'] },
  photos: ofCompany('company_photos', companyId),
  ...announcedRows(companyId),
  services: ofCompany('municipal_services', companyId),
  broadcasts: ofCompany('broadcasts', companyId),
  orderSettings: onlyOf('order_settings', companyId),
  calendar: { ...onlyOf('calendars', companyId), without: columns('url', 'host', 'etag', 'generation') },
  calendarEvents: {
    ...ofCompany('calendar_events', companyId),
    key: ['company_id', 'uid'],
    without: columns('written'),
  },
  domain: { ...ofCompany('custom_domains', companyId), without: columns('token') },
  quickReplies: ofCompany('quick_replies', companyId),
  awayMessage: onlyOf('away_messages', companyId),
  scheduledMessages: {
    ...ofCompany('scheduled_messages', companyId),
    which: sql`where scheduled_messages.company_id = ${companyId} and scheduled_messages.discussion_id is not null`,
  },
  scheduledBroadcasts: {
    ...ofCompany('scheduled_messages', companyId),
    which: sql`where scheduled_messages.company_id = ${companyId} and scheduled_messages.discussion_id is null`,
    without: columns('discussion_id', 'only_if_no_reply', 'after_message', 'author_id'),
  },
  notes: {
    table: 'discussion_notes',
    key: byId,
    which: sql`join discussions on discussions.id = discussion_notes.discussion_id
      where discussions.company_id = ${companyId}`,
  },
  subscriptions: {
    ...ofCompany('subscriptions', companyId),
    without: columns('version', 'last_event_id', 'looked_at'),
  },
  payments: { ...ofCompany('payment_sessions', companyId), without: columns('looked_at') },
  identityDocuments: { ...ofCompany('identity_documents', companyId), without: columns('name') },
})

/** What the business tells residents of, with its dates, its seats and the codes that lead to it. */
const announcedRows = (companyId: string): Record<string, ExportedRows> => ({
  instants: ofCompany('instants', companyId),
  instantTimes: ofCompany('instant_times', companyId),
  bookingSettings: {
    table: 'booking_settings',
    key: ['instant_id'],
    which: sql`join instants on instants.id = booking_settings.instant_id where instants.company_id = ${companyId}`,
  },
  // Without who booked, whom the business knows by a first name alone.
  bookings: { ...ofCompany('bookings', companyId), without: columns('user_id') },
  codes: { ...ofCompany('qr_codes', companyId), key: ['code'] },
  socialPages: { ...ofCompany('social_pages', companyId), key: ['company_id', 'type'] },
  // Without who wrote, sent and ended them: colleagues are theirs, and in the journal.
  alerts: { ...ofCompany('alerts', companyId), without: columns('writer', 'sender', 'ender', 'team') },
})

const ofPerson = (table: string, userId: number) => ({ table, key: byId, which: sql`where user_id = ${userId}` })

const ofCompany = (table: string, companyId: string) => ({
  table,
  key: byId,
  which: sql`where ${sql.identifier(table, 'company_id')} = ${companyId}`,
})

/** Of a table with one row for each company at most. */
const onlyOf = (table: string, companyId: string): ExportedRows => ({
  ...ofCompany(table, companyId),
  key: ['company_id'],
})

/** The person's conversations, as a resident or for a business. */
function concerns(userId: number): Sql {
  return sql`(discussions.resident_id = ${userId} or ${leads(userId)})`
}

function leads(userId: number): Sql {
  return sql`discussions.company_id in (
    select company_members.company_id from company_members
    where company_members.user_id = ${userId} and company_members.role = 'owner')`
}

/** Left out: the sorting of a conversation by its business is not the resident's data. */
const ofTheCompany = ['triage', 'triage_at', 'last_human', 'company_wrote_at', 'away_sent_at']

/** Rows of a page: a hundred of the largest kind (services of 20 kB) are two megabytes. */
export const rowsAtOnce = 100

/**
 * Yields the rows as JSON texts, a page at a time. The keys are read first and each page by its keys, so that no connection is
 * held while a slow client reads.
 */
export async function* readPages(db: Db, rows: ExportedRows): AsyncGenerator<string[]> {
  const { table, which, key, newestFirst } = rows
  const columnsOfKey = sql.join(key.map((name) => sql.identifier(table, name)))
  const order = sql.identifier(table, key.find((name) => name === 'id') ?? key[0] ?? '')
  const keys = await rowsOf<object>(db)`
    select ${columnsOfKey} from ${sql.identifier(table)} ${which} order by ${order} ${newestFirst ? sql`desc` : sql`asc`}`
  for (let at = 0; at < keys.length; at += rowsAtOnce) yield await readByKeys(db, rows, keys.slice(at, at + rowsAtOnce))
}

/** The rows of these keys, in their order: PostgreSQL reads the columns of each as those of the table. */
async function readByKeys(db: Db, { table, key, without }: ExportedRows, keys: readonly object[]): Promise<string[]> {
  const isWanted = key.map((name) => sql`${sql.identifier(table, name)} = ${sql.identifier('wanted', name)}`)
  return await columnOf<string>(db)`
    select (to_jsonb(${sql.identifier(table)}) - (${without ?? columns()}))::text
    from jsonb_array_elements(${JSON.stringify(keys)}::jsonb) with ordinality as asked (key, place)
    cross join lateral jsonb_populate_record(null::${sql.identifier(table)}, asked.key) as wanted
    join ${sql.identifier(table)} on ${sql.join(isWanted, ' and ')} order by asked.place`
}

/** Pictures of the person's businesses and of what the person wrote or ordered, never those of the other party. */
export async function listOwnPictures(db: Db, userId: number) {
  return await rowsOf<{ name: string; kind: 'public' | 'private' }>(db)`
    select stored_files.name, stored_files.kind from stored_files
    where stored_files.kind in ('public', 'private') and stored_files.dropped_at is null and stored_files.name in (
      ${picturesOf(sql`any(array(select company_id from company_members where user_id = ${userId} and role = 'owner'))`)}
      union all select messages.image from messages join discussions on discussions.id = messages.discussion_id
        where case when messages.from_company then ${leads(userId)} else discussions.resident_id = ${userId} end
      union all select orders.picture from orders join discussions on discussions.id = orders.discussion_id
        where discussions.resident_id = ${userId})
    order by stored_files.name`
}

/** The person's, or the business's, own row as JSON; `{}` when it is deleted. */
export async function readSelf(db: Db, table: 'users' | 'companies', id: number | string): Promise<string> {
  const row = await cellOf<string>(db)`
    select to_jsonb(${sql.identifier(table)})::text from ${sql.identifier(table)} where id = ${id}`
  return row ?? '{}'
}
