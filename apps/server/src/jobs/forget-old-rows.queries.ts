import { retention } from '@parvis/domain/kernel/retention'
import { type Db, run } from '../db/database.ts'
import { type Sql, sql, todayInParis } from '../db/sql.ts'

/**
 * Deletes rows that no rule reads any more, at the age given by `retention`: one line per table. `authorMonths` is the operator's
 * setting: without it, what was kept under a former one goes too.
 */
export async function forgetOldRows(db: Db, authorMonths = 0): Promise<void> {
  const { codeDays, limitDays, viewOnceMinutes } = retention
  await forget(db, 'rate_windows', 'window_start', { days: limitDays })
  // Viewer hashes live for the half-hour in which a view counts once.
  await forget(db, 'rate_windows', 'window_start', { mins: viewOnceMinutes }, sql`name = 'view-once'`)
  await run(db)`delete from view_secrets where view_secrets.day < ${todayInParis}`
  await forget(db, 'idempotency_keys', 'created_at', { hours: retention.retryHours })
  await forget(db, 'sign_in_events', 'at', { days: limitDays })
  await forget(db, 'sent_codes', 'expires_at', { days: codeDays })
  await forget(db, 'mail_codes', 'expires_at', { days: codeDays })
  await forget(db, 'passkey_challenges', 'expires_at', {})
  await forget(db, 'invitations', 'expires_at', { days: codeDays })
  await forget(db, 'sessions', 'created_at', { days: retention.sessionDays })
  await forget(db, 'sessions', 'last_seen_at', { days: retention.idleSessionDays })
  // Kept a year and a month for their owner; the answers of last year are offered again.
  await forget(db, 'hour_exceptions', 'last_day', { months: retention.exceptionMonths })
  await forget(db, 'holiday_answers', 'day', { months: retention.holidayMonths })
  await forget(db, 'notices', 'done_at', { days: retention.noticeDays })
  await forget(db, 'digest_days', 'day', { days: retention.noticeDays })
  // Retention of the residents' site.
  await forget(db, 'deferred_notices', 'created_at', { days: retention.deferredNoticeDays })
  await forget(db, 'attention_days', 'day', { days: 2 })
  await forget(db, 'push_refusals', 'day', { days: 31 })
  await forget(db, 'resident_transfers', 'expires_at', { days: codeDays })
  await forget(db, 'resident_first_keys', 'created_at', { days: codeDays })
  await forget(db, 'letters', 'asked_at', { days: retention.letterAskDays }, sql`confirmed_at is null`)
  await forget(db, 'letters', 'refused_at', { days: retention.letterSilentDays })
  await forget(db, 'refused_addresses', 'refused_at', { months: retention.refusedAddressMonths })
  await forget(db, 'erased_authors', 'erased_at', { months: authorMonths })
  await forget(db, 'reports', 'decided_at', { months: retention.reportMonths })
  await forget(db, 'company_addresses', 'erased_at', { months: retention.addressMonths })
  // Scheduled messages sent a month ago: their text is in the conversation, or among the broadcasts.
  await forget(db, 'scheduled_messages', 'send_at', { days: retention.sentLaterDays }, sql`state = 'sent'`)
  await run(db)`delete from storage_use where storage_use.bytes <= 0`
  await forget(db, 'known_browsers', 'created_at', { months: retention.knownBrowserMonths })
  // The newest of a row of corrections first: the next day those that it replaced.
  const isLast = sql`not exists (select from alerts later where later.id <> alerts.id and alerts.id in (later.replaces, later.first_id))`
  await forget(db, 'alerts', 'sent_at', { months: retention.alertMonths }, isLast)
  await forget(db, 'town_views', 'day', { months: retention.viewMonths })
  await forget(db, 'act_counts', 'day', { months: retention.viewMonths })
  await forgetRemoved(db, retention.openMonths)
  await forgetByRetention(db)
  // Old view counts and audit lines are dropped with their partition (decision 0113). Last, because it gives up when a table is
  // locked.
  await run(db)`select keep_partitions(${retention.viewMonths})`
}

/** What was removed from the open data, by the real clock as its cursors are. */
async function forgetRemoved(db: Db, months: number): Promise<void> {
  await run(db)`
    delete from open_changes where open_changes.changed_at < real_now() - make_interval(months => ${months})
      and not exists (select from companies where companies.id = open_changes.company_id and companies.is_open)`
  await run(db)`
    delete from open_changes where open_changes.changed_at < real_now() - make_interval(months => ${months})
      and open_changes.kind = 'event' and not exists (
        select from instants where instants.id = open_changes.id::bigint and instants.zip_code = open_changes.area)`
}

type Age = { months?: number; days?: number; hours?: number; mins?: number }

async function forget(
  db: Db,
  table: string,
  since: string,
  { months = 0, days = 0, hours = 0, mins = 0 }: Age,
  which: Sql = sql`true`,
): Promise<void> {
  await run(db)`
    delete from ${sql.identifier(table)}
    where ${sql.identifier(table, since)} < app_now() - make_interval(months => ${months}, days => ${days}, hours => ${hours}, mins => ${mins})
      and ${which}`
}

/** Strangers' phones; inactive accounts are told first, and conversations leave their orders in the sums. */
async function forgetByRetention(db: Db): Promise<void> {
  await run(db)`
    delete from sign_in_phones where not blocked and changed_at < app_now() - make_interval(days => ${retention.unknownPhoneDays})
      and not exists (select from users where users.phone = sign_in_phones.phone)`
}
