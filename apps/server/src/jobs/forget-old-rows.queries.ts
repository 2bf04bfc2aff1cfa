import { retention } from '@parvis/domain/kernel/retention'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Rows that no rule reads any more: counters of past windows, answers of old retries, dead codes and sessions. */
export async function forgetOldRows(db: Db): Promise<void> {
  await sql`delete from rate_windows where rate_windows.window_start < app_now() - interval '2 days'`.execute(db)
  // Who looked at whom: no longer than the half-hour in which it counts once.
  await sql`
    delete from rate_windows
    where rate_windows.name = 'view-once' and rate_windows.window_start < app_now() - interval '31 minutes'`.execute(db)
  await sql`delete from view_secrets where view_secrets.day < (app_now() at time zone 'Europe/Paris')::date`.execute(db)
  await sql`delete from idempotency_keys where idempotency_keys.created_at < app_now() - interval '24 hours'`.execute(
    db,
  )
  await sql`delete from sign_in_events where sign_in_events.at < app_now() - interval '2 days'`.execute(db)
  await sql`delete from sign_in_codes where sign_in_codes.expires_at < app_now() - interval '1 day'`.execute(db)
  await sql`delete from sent_codes where sent_codes.expires_at < app_now() - interval '1 day'`.execute(db)
  await sql`
    delete from sessions
    where sessions.created_at < app_now() - interval '90 days'
      or sessions.last_seen_at < app_now() - interval '30 days'`.execute(db)
  // Kept a year and a month for their owner (H-039); the answers of last year are offered again (TO-04).
  await sql`delete from hour_exceptions where hour_exceptions.last_day < app_now() - interval '13 months'`.execute(db)
  await sql`delete from holiday_answers where holiday_answers.day < app_now() - interval '25 months'`.execute(db)
  await sql`delete from notices where notices.done_at < app_now() - interval '30 days'`.execute(db)
  await sql`delete from digest_days where digest_days.day < app_now() - interval '30 days'`.execute(db)
  // Retention of the residents' site (W-111).
  await sql`delete from held_notices where held_notices.created_at < app_now() - interval '7 days'`.execute(db)
  await sql`
    delete from attention_days where attention_days.day < (app_now() at time zone 'Europe/Paris')::date - 1`.execute(db)
  await sql`delete from resident_transfers where resident_transfers.expires_at < app_now() - interval '1 day'`.execute(
    db,
  )
  await sql`
    delete from resident_first_keys where resident_first_keys.created_at < app_now() - interval '1 day'`.execute(db)
  await sql`delete from reports where reports.decided_at < app_now() - interval '12 months'`.execute(db)
  await sql`
    delete from act_counts where act_counts.day < (app_now() at time zone 'Europe/Paris')::date - interval '25 months'`.execute(
    db,
  )
  await sql`
    delete from company_addresses where company_addresses.erased_at < app_now() - interval '12 months'`.execute(db)
  // What left a month ago is in its conversation, or among the broadcasts.
  for (const table of ['scheduled_messages', 'scheduled_broadcasts'])
    await sql`delete from ${sql.table(table)} where state = 'sent' and send_at < app_now() - interval '30 days'`.execute(
      db,
    )
  await sql`delete from storage_use where storage_use.bytes <= 0`.execute(db)
  await sql`delete from known_browsers where known_browsers.created_at < app_now() - interval '13 months'`.execute(db)
  await forgetByRetention(db)
}

/** The durations of `retention`, but inactive accounts, which are told first, and conversations, whose orders stay in sums. */
async function forgetByRetention(db: Db): Promise<void> {
  await sql`select forget_audit_lines()`.execute(db)
  await sql`
    delete from sign_in_phones where not blocked and changed_at < app_now() - make_interval(days => ${retention.unknownPhoneDays})
      and not exists (select from users where users.phone = sign_in_phones.phone)`.execute(db)
  for (const table of ['view_counts', 'act_counts'] as const)
    await sql`
      delete from ${sql.table(table)} where day < (app_now() - make_interval(months => ${retention.viewMonths}))::date`.execute(
      db,
    )
}
