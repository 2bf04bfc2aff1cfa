import { durations } from '@parvis/domain/kernel/durations'
import type { AttentionSettings, FollowMode } from '@parvis/domain/residents/attention'
import type { Temporal } from 'temporal-polyfill'
import { toInstant } from '../../db/clock.ts'
import { columnOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql, todayInParis } from '../../db/sql.ts'

/** A resident's attention settings as stored; null for whoever never acted on the site. */
export type StoredAttention = { pausedUntil: Date | null } & {
  [Name in Exclude<keyof AttentionSettings, 'pausedUntil'>]: AttentionSettings[Name] | null
}

export function settingsOf(stored: StoredAttention): AttentionSettings | undefined {
  const { quietFrom, quietTo, dailyCap, digestAt, pausedUntil } = stored
  if (quietFrom === null || quietTo === null || digestAt === null) return undefined
  return { quietFrom, quietTo, dailyCap, digestAt, pausedUntil: pausedUntil && toInstant(pausedUntil) }
}

/** Columns of `resident_settings settings`, joined from the left. */
export const attentionColumns: Sql = sql`settings.quiet_from as "quietFrom", settings.quiet_to as "quietTo",
  settings.daily_cap as "dailyCap", settings.digest_at as "digestAt", settings.paused_until as "pausedUntil"`

/**
 * Counts one news of the day for each of these residents whose number is not reached, in one conditional statement: ten
 * senders at the same second never ring more. Answers who may be rung.
 */
export async function takeDailyTurns(tx: Transaction, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rung = await columnOf<number>(tx)`
    insert into attention_days (user_id, day, rung)
    select asked.id, ${todayInParis}, 1
    from unnest(${[...userIds]}::bigint[]) as asked (id) order by asked.id
    on conflict (user_id, day) do update set rung = attention_days.rung + 1
    where attention_days.rung < (
      select coalesce(settings.daily_cap, 1000000) from resident_settings settings
      where settings.user_id = attention_days.user_id)
    returning attention_days.user_id`
  return new Set(rung)
}

/** Deferred: it travels with the next statement. */
export async function markRung(tx: Transaction, companyId: string, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  void run(tx)`
    update follows set rang_at = app_now()
    where follows.company_id = ${companyId} and follows.user_id = any(${[...userIds]}::bigint[])`
}

export type NoticeToDefer = { userId: number; at: Temporal.Instant; isDigest: boolean }

export async function deferNotices(
  tx: Transaction,
  campaignId: number,
  deferred: readonly NoticeToDefer[],
): Promise<void> {
  if (deferred.length === 0) return
  void run(tx)`
    insert into deferred_notices (campaign_id, user_id, due_at, is_digest)
    select ${campaignId}, deferred.id, deferred.at, deferred.is_digest
    from unnest(${deferred.map(({ userId }) => userId)}::bigint[], ${deferred.map(({ at }) => at.toString())}::timestamptz[],
      ${deferred.map(({ isDigest }) => isDigest)}::boolean[]) as deferred (id, at, is_digest)
    on conflict do nothing`
}

export type FollowerGroup = StoredAttention & {
  mode: FollowMode
  rangRecently: boolean
  rung: number
  hasDevice: boolean
  count: number
}

/** The followers of a company, gathered by what the rules look at, as they would be at that moment. */
export async function groupFollowers(db: Db, companyId: string, at: Date): Promise<FollowerGroup[]> {
  return await rowsOf<FollowerGroup>(db)`
    select ${attentionColumns}, follows.mode,
      coalesce(follows.rang_at > ${at}::timestamptz - ${durations.betweenNews}::interval, false) as "rangRecently",
      coalesce(days.rung, 0) as rung,
      exists (select from devices where devices.user_id = follows.user_id) as "hasDevice", count(*)::int as count
    from follows left join resident_settings settings on settings.user_id = follows.user_id
    left join attention_days days on days.user_id = follows.user_id
      and days.day = (${at}::timestamptz at time zone 'Europe/Paris')::date
    where follows.company_id = ${companyId} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`
}

/** A company as the rules see a sender; undefined for another's instant. */
export async function findSender(db: Db, companyId: string, instantId: number | undefined) {
  return await rowOf<{ isTownHall: boolean }>(db)`
    select companies.type = 'mairie' and companies.identity_status = 'verified' as "isTownHall"
    from companies left join instants on instants.company_id = companies.id and instants.id = ${instantId ?? null}::bigint
    where companies.id = ${companyId} and (${instantId ?? null}::bigint is null or instants.id is not null)`
}
