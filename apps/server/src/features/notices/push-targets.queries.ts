import { durations } from '@parvis/domain/kernel/durations'
import { columnOf, type Db, hasRow, rowsOf, run, type Transaction } from '../../db/database.ts'
import { isLivingSession } from '../../http/authorize.queries.ts'

const targetsPerPerson = 20

export type NewTarget = { userId: number; sessionId: number; endpoint: string; subscription: string; label: string }

/**
 * Upserts a push target: one endpoint is one device, of the session that registered it last; beyond twenty the oldest are
 * deleted.
 */
export async function saveTarget(tx: Transaction, target: NewTarget, how: 'chosen' | 'renewed'): Promise<void> {
  await run(tx)`
    insert into push_targets (session_id, user_id, endpoint, subscription, label)
    values (${target.sessionId}, ${target.userId}, ${target.endpoint}, ${target.subscription}, ${target.label})
    on conflict (endpoint) do update set session_id = excluded.session_id, user_id = excluded.user_id,
      subscription = excluded.subscription, label = excluded.label, last_seen_at = app_now(), failing_since = null,
      removed_at = case when ${how === 'chosen'} or push_targets.user_id <> excluded.user_id then null else push_targets.removed_at end`
  await run(tx)`
    delete from push_targets where push_targets.user_id = ${target.userId} and push_targets.id in (
      select kept.id from push_targets as kept where kept.user_id = ${target.userId}
      order by kept.last_seen_at desc, kept.id desc offset ${targetsPerPerson})`
}

/** The browser changed its address: the row takes the new one, and stays removed if it was. */
export async function replaceTarget(tx: Transaction, target: NewTarget, formerEndpoint: string): Promise<void> {
  await run(tx)`
    update push_targets set endpoint = ${target.endpoint}
    where push_targets.user_id = ${target.userId} and push_targets.endpoint = ${formerEndpoint}
      and not exists (select from push_targets as other where other.endpoint = ${target.endpoint})`
  await run(tx)`
    delete from push_targets
    where push_targets.user_id = ${target.userId} and push_targets.endpoint = ${formerEndpoint}`
}

/** Keeps the endpoint as removed, so that its browser cannot switch itself on again. */
export async function removeTarget(tx: Transaction, userId: number, endpoint: string): Promise<void> {
  await run(tx)`
    update push_targets set removed_at = app_now()
    where push_targets.user_id = ${userId} and push_targets.endpoint = ${endpoint}`
}

type Target = Pick<NewTarget, 'endpoint' | 'subscription' | 'label'> & { id: number; ofSession: number } & {
  lastSeen: Date
  failingSince: Date | null
}

/** The devices of living sessions: a session that ended receives nothing more. */
export async function listTargets(db: Db, userId: number): Promise<Target[]> {
  return await rowsOf<Target>(db)`
    select targets.id, targets.endpoint, targets.subscription, targets.label, targets.last_seen_at as "lastSeen",
      targets.failing_since as "failingSince", targets.session_id as "ofSession"
    from push_targets targets join sessions on sessions.id = targets.session_id
    join users on users.id = sessions.user_id
    where targets.user_id = ${userId} and targets.removed_at is null and ${isLivingSession}
    order by targets.id`
}

/**
 * Sessions with a device that end by themselves within three days: 90 days old, or 30 without use. Each once, for a business of its
 * person. Those of the team live for hours: they are told of no end.
 */
export async function listEndingSessions(db: Db) {
  return await rowsOf<{ id: number; userId: number; companyId: string; device: string; endsOn: string }>(db)`
    select distinct on (ending.id) ending.id, ending.user_id as "userId", members.company_id as "companyId",
      ending.label as device, ending.ends_at::date::text as "endsOn"
    from (
      select sessions.id, sessions.user_id, push_targets.label,
        least(sessions.created_at + ${durations.session}::interval, sessions.last_seen_at + ${durations.idleSession}::interval) as ends_at
      from push_targets join sessions on sessions.id = push_targets.session_id
      join users on users.id = sessions.user_id and not users.is_super_admin
      where push_targets.removed_at is null) as ending
    join members on members.user_id = ending.user_id
    where ending.ends_at > app_now() and ending.ends_at <= app_now() + ${durations.endingSession}::interval
    order by ending.id, members.company_id`
}

/** The devices that have not received this notice yet. */
export async function listTargetsToNotify(db: Db, userId: number, noticeId: number) {
  const reached = await columnOf<number>(db)`
    select notice_sends.target_id from notice_sends
    where notice_sends.notice_id = ${noticeId} and notice_sends.way = 'push'`
  return (await listTargets(db, userId)).filter(({ id }) => !reached.includes(id))
}

export type NoticeSends = {
  companyId: string
  noticeId: number
  way: 'push' | 'email' | 'sms'
  targets?: readonly number[]
}

export async function noteSends(
  tx: Transaction,
  { companyId, noticeId, way, targets = [0] }: NoticeSends,
): Promise<void> {
  await run(tx)`
    insert into notice_sends (company_id, notice_id, way, target_id)
    select ${companyId}, ${noticeId}, ${way}, unnest(${[...targets]}::bigint[]) on conflict do nothing`
}

/** Whether this notice was already sent by a way without devices (mail, SMS). */
export async function wasSent(tx: Transaction, noticeId: number, way: 'email' | 'sms'): Promise<boolean> {
  return await hasRow(tx)`
    select from notice_sends where notice_sends.notice_id = ${noticeId} and notice_sends.way = ${way}`
}

/** The push service's result for each device: gone, retry, or reached. */
export async function noteResults(
  tx: Transaction,
  { expired, failed, reached }: Record<'expired' | 'failed' | 'reached', readonly number[]>,
): Promise<void> {
  if (expired.length > 0) await run(tx)`delete from push_targets where id = any(${[...expired]}::bigint[])`
  if (failed.length > 0)
    await run(tx)`
      update push_targets set failing_since = coalesce(failing_since, app_now()) where id = any(${[...failed]}::bigint[])`
  if (reached.length > 0)
    await run(tx)`update push_targets set failing_since = null where id = any(${[...reached]}::bigint[])`
}
