import { type AlertLevel, type AlertProof, type CheckedAlert, lapseMinutes } from '@parvis/domain/alerts/alert'
import type { Role } from '@parvis/domain/kernel/roles'
import { type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** Somebody of the hall, as the journal names them for five years. */
export type HallPerson = { userId: number | null; firstName: string; lastName: string }

export type StoredAlert = Omit<CheckedAlert, 'until'> & {
  id: number
  companyId: string | null
  town: string
  siret: string
  until: Date
  replaces: number | null
  replacedBy: number | null
  firstId: number
  writtenAt: Date
  writer: HallPerson
  sentAt: Date | null
  sender: HallPerson | null
  proof: AlertProof | null
  /** By somebody, or when its hour came. */
  endedAt: Date | null
  ender: HallPerson | null
  endText: string | null
  followers: number
  reads: number
  numbers: Numbers
}

export type Numbers = { devices: number; accepted: number; refused: number; gone: number; pending: number }

/** What became of the pushes of an alert: of its campaign, or of the team's devices for an exercise. */
const numbers = sql`(
  select json_build_object('accepted', told.accepted, 'refused', told.refused, 'gone', told.gone, 'pending', told.pending,
    'devices', told.accepted + told.refused + told.gone + told.pending)
  from (
    select
      coalesce((alerts.team ->> 'accepted')::int, 0) + coalesce(sum(case when campaign.closed_at is null then marks.sent else campaign.sent_count end), 0) as accepted,
      coalesce((alerts.team ->> 'refused')::int, 0) + coalesce(sum(case when campaign.closed_at is null then marks.failed else campaign.failed_count + campaign.unsent_count end), 0) as refused,
      coalesce((alerts.team ->> 'gone')::int, 0) + coalesce(sum(case when campaign.closed_at is null then marks.expired else campaign.expired_count end), 0) as gone,
      coalesce(sum(case when campaign.closed_at is null then marks.pending else 0 end), 0) as pending
    from push_campaigns campaign
    cross join lateral (
      select count(*) filter (where deliveries.state = 'sent') as sent, count(*) filter (where deliveries.state = 'failed') as failed,
        count(*) filter (where deliveries.state = 'expired') as expired,
        count(*) filter (where deliveries.state in ('marked', 'retry')) as pending
      from push_deliveries deliveries where deliveries.campaign_id = campaign.id
    ) as marks
    where campaign.key = 'alert-' || alerts.id
  ) as told)`

/** Written less than an hour ago, or sent: others are as if they had never been. */
export const isLiving = sql<boolean>`(alerts.sent_at is not null
  or alerts.written_at > app_now() - make_interval(mins => ${lapseMinutes}))`

const columns = sql`alerts.id, alerts.company_id as "companyId", alerts.town, alerts.siret, alerts.level, alerts.title,
  alerts.text, alerts.until, alerts.exercise, alerts.replaces, next.id as "replacedBy",
  coalesce(alerts.first_id, alerts.id) as "firstId", alerts.written_at as "writtenAt", alerts.writer,
  alerts.sent_at as "sentAt", alerts.sender, alerts.proof,
  coalesce(alerts.ended_at, case when alerts.sent_at is not null and alerts.until <= app_now() then alerts.until end) as "endedAt",
  alerts.ender, alerts.end_text as "endText", alerts.followers, alerts.reads, ${numbers} as numbers`
const alerts = sql`alerts left join alerts next on next.replaces = alerts.id and next.sent_at is not null`

async function alertsOf(db: Db, where: Sql): Promise<StoredAlert[]> {
  return await rowsOf<StoredAlert>(db)`select ${columns} from ${alerts} where ${isLiving} and ${where}`
}

export async function listAlertsOf(db: Db, companyId: string, limit: number): Promise<StoredAlert[]> {
  return await alertsOf(db, sql`alerts.company_id = ${companyId} order by alerts.id desc limit ${limit}`)
}

export async function findAlert(db: Db, id: number): Promise<StoredAlert | undefined> {
  return (await alertsOf(db, sql`alerts.id = ${id}`))[0]
}

/** The alert of a hall of that person; another's is not found by it. */
export async function findOwnAlert(db: Db, userId: number, id: number) {
  return await rowOf<StoredAlert & { role: Role }>(db)`
    select ${columns}, members.role from ${alerts} join members on members.company_id = alerts.company_id
    where ${isLiving} and members.user_id = ${userId} and alerts.id = ${id}`
}

/** Locks the alert for the transaction, after its company (docs/spec/duties.md section 5). */
export async function lockAlert(tx: Transaction, id: number): Promise<void> {
  await run(tx)`select from alerts where alerts.id = ${id} for update`
}

/** What residents read of the alerts of a town, sent within these months; never an exercise. */
export async function listPublicAlerts(db: Db, town: string, months: number): Promise<StoredAlert[]> {
  return await alertsOf(
    db,
    sql`alerts.town = ${town} and alerts.sent_at > app_now() - make_interval(months => ${months}) and not alerts.exercise
      order by alerts.sent_at desc`,
  )
}

/** A current alert, as the banner of a page shows it. */
export type CurrentAlert = { id: number; town: string; level: AlertLevel; title: string; sentAt: Date; until: Date }

/** The alerts that hold now in every town, and the moment at which that was read. */
export async function listCurrentAlerts(db: Db): Promise<{ now: Date; alerts: CurrentAlert[] }> {
  const rows = await rowsOf<CurrentAlert & { now: Date }>(db)`
    select app_now() as now, alerts.id, alerts.town, alerts.level, alerts.title, alerts.sent_at as "sentAt", alerts.until
    from (select) as one left join alerts on alerts.sent_at is not null and alerts.ended_at is null
      and alerts.until > app_now() and not alerts.exercise`
  const [first] = rows
  if (!first) throw new Error('app_now() answered nothing')
  return { now: first.now, alerts: rows.filter(({ id }) => id !== null) }
}
