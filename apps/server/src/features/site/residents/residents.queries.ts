import type { AttentionSettings } from '@parvis/domain/residents/attention'
import type { ResidentMe } from '@parvis/domain/site/site.contract'
import { cellOf, changed, columnOf, type Db, hasRow, rowOf, run, type Transaction } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { sql } from '../../../db/sql.ts'
import { lettersOf, type StoredLetter } from '../../notices/index.ts'
import { isListed } from '../../notifications/index.ts'
import { isUnseen } from './news.queries.ts'

export type ResidentRow = Pick<ShownMe, 'firstName' | 'phone' | 'town'> &
  Omit<AttentionSettings, 'pausedUntil'> & { pausedUntil: Date | null; hideExcerpts: boolean }

const residentColumns = sql`users.first_name as "firstName", users.phone, settings.town,
  coalesce(settings.quiet_from, 1260) as "quietFrom", coalesce(settings.quiet_to, 480) as "quietTo",
  case when settings.user_id is null then 3 else settings.daily_cap end as "dailyCap",
  coalesce(settings.digest_at, 1080) as "digestAt", coalesce(settings.hide_excerpts, false) as "hideExcerpts",
  case when settings.paused_until > (select app_now()) then settings.paused_until end as "pausedUntil"`

export async function findResident(db: Db, userId: number): Promise<ResidentRow | undefined> {
  return await rowOf<ResidentRow>(db)`
    select ${residentColumns} from users left join resident_settings as settings on settings.user_id = users.id
    where users.id = ${userId}`
}

/** The devices of this list that were neither retired nor forgotten. */
export async function listKnownDevices(db: Db, deviceIds: readonly number[]): Promise<Set<number>> {
  return new Set(
    await columnOf<number>(db)`select id from resident_devices where id = any(${[...deviceIds]}::bigint[])`,
  )
}

export type SettingsChange = {
  /** Minutes of the day in Paris. */
  quiet_from?: number
  quiet_to?: number
  daily_cap?: number | null
  digest_at?: number
  paused_until?: Date | null
  hide_excerpts?: boolean
  town?: string | null
}

export async function saveSettings(tx: Transaction, userId: number, change: SettingsChange): Promise<void> {
  await run(tx)`insert into resident_settings (user_id) values (${userId}) on conflict (user_id) do nothing`
  if (Object.keys(change).length === 0) return
  await run(tx)`update resident_settings set ${changed(change)} where resident_settings.user_id = ${userId}`
}

export async function saveFirstName(tx: Transaction, userId: number, firstName: string | null): Promise<void> {
  void updateFirstName(tx, { userId, firstName })
}

const updateFirstName = prepared(
  ({ userId, firstName }: { userId: number; firstName: string | null }) =>
    sql`update users set first_name = ${firstName} where users.id = ${userId}`,
)

type ShownMe = Extract<ResidentMe, { hasIdentity: true }>
type FollowRow = Omit<ShownMe['follows'][number], 'url'> & { town: string; fiche: string }

/** A business that is shown, with its number of news since this resident's last look. */
const followOf = sql`json_build_object('companyId', companies.id, 'name', companies.name, 'town', address.town,
  'fiche', address.slug, 'picture', companies.profile_picture, 'mode', follows.mode, 'unseen',
  (select count(*)::int from broadcasts
    where broadcasts.company_id = follows.company_id and broadcasts.id > follows.after_broadcast
      and broadcasts.sent_at > follows.seen_until)
  + (select count(*)::int from instants
    where instants.company_id = follows.company_id and ${isUnseen} and ${isListed})
  + (select count(*)::int from push_campaigns changes
    join instants on instants.id = (changes.data->>'instantId')::bigint
    where changes.company_id = follows.company_id and changes.class = 'change'
      and changes.accepted_at > follows.seen_until and ${isListed}))`

/** What waits for an answer or to be read by this resident, on every page that they open. */
const unread = sql`json_build_object(
  'messages', (select coalesce(sum(discussions.resident_unread), 0)::int from discussions
    where discussions.resident_id = users.id),
  'orders', (select count(*)::int from discussions join orders on orders.discussion_id = discussions.id
    where discussions.resident_id = users.id
      and orders.state in ('proposed', 'ready')))`

export const findHeader = prepared(
  ({ userId }: { userId: number }) => sql<Pick<MeRow, 'town' | 'unread'>>`
    select settings.town, ${unread} as unread
    from users left join resident_settings as settings on settings.user_id = users.id
    where users.id = ${userId}`,
)

type MeRow = ResidentRow & {
  unread: ShownMe['unread']
  follows: FollowRow[]
  devices: Omit<ShownMe['devices'][number], 'current'>[]
  isPushKnown: boolean
  letter: StoredLetter | null
}

/** Everything that a resident's device shows of them; `push`: the pattern of this browser's subscription, null for none. */
export const selectMe = prepared(
  ({ userId, push }: { userId: number; push: string | null }) => sql<MeRow>`
    select ${residentColumns}, ${unread} as unread,
      (select coalesce(json_agg(${followOf} order by follows.since desc), '[]')
        from follows join companies on companies.id = follows.company_id and companies.is_shown
        join company_addresses address on address.company_id = companies.id and address.is_current
        where follows.user_id = users.id) as follows,
      (select coalesce(json_agg(json_build_object('id', known.id, 'name', known.name, 'lastSeenAt', known.last_seen_at)
        order by known.id), '[]') from resident_devices known where known.user_id = users.id) as devices,
      exists (select from devices where devices.user_id = users.id and devices.platform = 'web'
        and devices.token like ${push}) as "isPushKnown",
      (select to_json(first) from (${lettersOf(sql`users.id`)} limit 1) as first) as letter
    from users left join resident_settings as settings on settings.user_id = users.id
    where users.id = ${userId}`,
)

export async function deleteResidentDevice(tx: Transaction, userId: number, deviceId: number): Promise<boolean> {
  return await hasRow(tx)`
    delete from resident_devices
    where resident_devices.user_id = ${userId} and resident_devices.id = ${deviceId} returning true`
}

/** How the stored subscriptions of an endpoint begin, whatever their keys: the same browser. */
export const pushPattern = (endpoint: string): string =>
  `{"endpoint":${JSON.stringify(endpoint).replace(/[\\%_]/g, '\\$&')}%`

export async function deletePush(tx: Transaction, userId: number, endpoint: string): Promise<void> {
  await run(tx)`
    delete from devices where devices.user_id = ${userId} and devices.platform = 'web'
      and devices.token like ${pushPattern(endpoint)}`
}

/**
 * `madeFor`: the only system that may claim it; null where the code is typed. Holds the row of its person, as an erasure does:
 * undefined once they are erased or joined.
 */
export async function saveTransfer(
  db: Db,
  userId: number,
  transfer: { codeHash: Buffer; minutes: number; madeFor: string | null },
): Promise<Date | undefined> {
  return await cellOf<Date>(db)`
    insert into resident_transfers (code_hash, user_id, expires_at, made_for)
    select ${transfer.codeHash}, users.id, app_now() + make_interval(mins => ${transfer.minutes}), ${transfer.madeFor}
    from users where users.id = ${userId} and users.left_at is null for no key update
    returning expires_at`
}

/** A transfer that this system may claim; undefined says that it is no browser. */
const mayClaim = (codeHash: Buffer, system: string | undefined) => sql`
  resident_transfers.code_hash = ${codeHash} and resident_transfers.used_at is null
    and resident_transfers.expires_at > app_now()
    and coalesce(resident_transfers.made_for = ${system ?? null}, true)`

/** Spends a transfer code once, however many callers ask at the same time. */
export async function spendTransfer(tx: Transaction, codeHash: Buffer, system: string | undefined) {
  return await cellOf<number>(tx)`
    update resident_transfers set used_at = app_now() where ${mayClaim(codeHash, system)}
    returning resident_transfers.user_id`
}

/** Whom a transfer makes of this device, before it is claimed. */
export async function findTransfer(db: Db, codeHash: Buffer, system: string | undefined) {
  return await rowOf<{ userId: number; firstName: string | null }>(db)`
    select users.id as "userId", users.first_name as "firstName" from resident_transfers join users on users.id = resident_transfers.user_id
    where ${mayClaim(codeHash, system)}`
}

/** Erases a conversation without an order to come; false when one is. Its pictures go with the next sweep. */
export async function deleteConversation(tx: Transaction, discussionId: string): Promise<boolean> {
  return await hasRow(tx)`
    delete from discussions where discussions.id = ${discussionId} and not exists (
      select from orders where orders.discussion_id = discussions.id and orders.state <= 'ready'
    ) returning discussions.id`
}
