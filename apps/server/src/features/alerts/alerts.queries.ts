import { type AlertLevel, type AlertProof, type CheckedAlert, lapseMinutes } from '@parvis/domain/alerts/alert'
import type { Role } from '@parvis/domain/kernel/roles'
import { type RawBuilder, sql } from 'kysely'
import { toDate } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'

/** Somebody of the hall, as the journal names them for five years. */
export type HallPerson = { userId: number | null; firstName: string; lastName: string }

export type StoredAlert = {
  id: number
  companyId: string | null
  town: string
  siret: string
  level: AlertLevel
  title: string
  text: string
  until: Date
  exercise: boolean
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
const numbers = sql<Numbers>`(
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

/** Written less than an hour ago, or sent: others are as if they had never been (Y-002). */
const isLiving = sql<boolean>`(alerts.sent_at is not null
  or alerts.written_at > app_now() - make_interval(mins => ${lapseMinutes}))`

const alerts = (db: Db) =>
  db
    .selectFrom('alerts')
    .leftJoin('alerts as next', (join) =>
      join.onRef('next.replaces', '=', 'alerts.id').on('next.sent_at', 'is not', null),
    )
    .where(isLiving)
    .select([
      'alerts.id',
      'alerts.company_id as companyId',
      'alerts.town',
      'alerts.siret',
      'alerts.level',
      'alerts.title',
      'alerts.text',
      'alerts.until',
      'alerts.exercise',
      'alerts.replaces',
      'next.id as replacedBy',
      sql<number>`coalesce(alerts.first_id, alerts.id)`.as('firstId'),
      'alerts.written_at as writtenAt',
      'alerts.writer',
      'alerts.sent_at as sentAt',
      'alerts.sender',
      'alerts.proof',
      sql<Date | null>`coalesce(alerts.ended_at, case when alerts.sent_at is not null and alerts.until <= app_now() then alerts.until end)`.as(
        'endedAt',
      ),
      'alerts.ender',
      'alerts.end_text as endText',
      'alerts.followers',
      'alerts.reads',
      numbers.as('numbers'),
    ])

export async function listAlertsOf(db: Db, companyId: string, limit: number): Promise<StoredAlert[]> {
  return await alerts(db).where('alerts.company_id', '=', companyId).orderBy('alerts.id', 'desc').limit(limit).execute()
}

export async function findAlert(db: Db, id: number): Promise<StoredAlert | undefined> {
  return await alerts(db).where('alerts.id', '=', id).executeTakeFirst()
}

/** The alert of a hall of that person; another's is not found by it. */
export async function findOwnAlert(
  db: Db,
  userId: number,
  id: number,
): Promise<(StoredAlert & { role: Role }) | undefined> {
  return await alerts(db)
    .innerJoin('members', 'members.company_id', 'alerts.company_id')
    .where('members.user_id', '=', userId)
    .where('alerts.id', '=', id)
    .select('members.role')
    .executeTakeFirst()
}

/** Locks the alert for the transaction, after its company (docs/spec/duties.md section 5). */
export async function lockAlert(tx: Transaction, id: number): Promise<void> {
  await tx.selectFrom('alerts').where('alerts.id', '=', id).select('alerts.id').forUpdate().execute()
}

/** What residents read of the alerts of a town, sent within these months; never an exercise. */
export async function listPublicAlerts(db: Db, town: string, months: number): Promise<StoredAlert[]> {
  return await alerts(db)
    .where('alerts.town', '=', town)
    .where('alerts.sent_at', '>', sql<Date>`app_now() - make_interval(months => ${months})`)
    .where('alerts.exercise', '=', false)
    .orderBy('alerts.sent_at', 'desc')
    .execute()
}

/** A current alert, as the banner of a page shows it. */
export type CurrentAlert = { id: number; town: string; level: AlertLevel; title: string; sentAt: Date; until: Date }

/** The alerts that hold now in every town, and the moment at which that was read. */
export async function listCurrentAlerts(db: Db): Promise<{ now: Date; alerts: CurrentAlert[] }> {
  const { rows } = await sql<CurrentAlert & { now: Date }>`
    select app_now() as now, alerts.id, alerts.town, alerts.level, alerts.title, alerts.sent_at as "sentAt", alerts.until
    from (select) as one left join alerts on alerts.sent_at is not null and alerts.ended_at is null
      and alerts.until > app_now() and not alerts.exercise`.execute(db)
  return { now: rows[0]?.now ?? new Date(), alerts: rows.filter(({ id }) => id !== null) }
}

export async function countWaiting(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('alerts')
    .where('alerts.company_id', '=', companyId)
    .where('alerts.sent_at', 'is', null)
    .where(isLiving)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function countSentSince(db: Db, companyId: string, hours: number): Promise<number> {
  const { count } = await db
    .selectFrom('alerts')
    .where('alerts.company_id', '=', companyId)
    .where('alerts.sent_at', '>', sql<Date>`app_now() - make_interval(hours => ${hours})`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type ToStore = CheckedAlert & {
  companyId: string
  town: string
  siret: string
  replaces: number | null
  firstId: number | null
  writer: HallPerson
}

export async function insertAlert(tx: Transaction, alert: ToStore): Promise<number> {
  const { id } = await tx
    .insertInto('alerts')
    .values({
      company_id: alert.companyId,
      town: alert.town,
      siret: alert.siret,
      level: alert.level,
      title: alert.title,
      text: alert.text,
      until: toDate(alert.until),
      exercise: alert.exercise,
      replaces: alert.replaces,
      first_id: alert.firstId,
      writer: JSON.stringify(alert.writer),
    })
    .returning('alerts.id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveSending(
  tx: Transaction,
  id: number,
  { sender, proof, companyId }: { sender: HallPerson; proof: AlertProof; companyId: string },
): Promise<void> {
  await sql`
    update alerts set sent_at = date_trunc('second', app_now()), sender = ${JSON.stringify(sender)}::jsonb, proof = ${proof},
      followers = (select count(*) from follows where follows.company_id = ${companyId})
    where alerts.id = ${id}`.execute(tx)
}

/** Ends the sent alerts that this names; answers those that were not ended yet. */
export async function saveEnd(
  tx: Transaction,
  which: RawBuilder<boolean>,
  { ender, text }: { ender: HallPerson; text: string | null },
): Promise<{ id: number; town: string }[]> {
  const { rows } = await sql<{ id: number; town: string }>`
    update alerts set ended_at = date_trunc('second', app_now()), ender = ${JSON.stringify(ender)}::jsonb, end_text = ${text}
    where ${which} and alerts.sent_at is not null and alerts.ended_at is null and alerts.until > app_now()
    returning alerts.id, alerts.town`.execute(tx)
  return rows
}

export const ofAlert = (id: number) => sql<boolean>`alerts.id = ${id}`
export const ofHall = (companyId: string) => sql<boolean>`alerts.company_id = ${companyId}`

export async function deleteUnsent(tx: Transaction, id: number): Promise<void> {
  await tx.deleteFrom('alerts').where('alerts.id', '=', id).where('alerts.sent_at', 'is', null).execute()
}

/** Written and never sent: they lapsed. */
export async function deleteLapsed(db: Db): Promise<void> {
  await sql`delete from alerts where not ${isLiving}`.execute(db)
}

export async function findPerson(db: Db, userId: number): Promise<HallPerson & { phone: string }> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .select(['users.first_name', 'users.last_name', 'users.phone'])
    .executeTakeFirstOrThrow()
  return { userId, firstName: row.first_name ?? '', lastName: row.last_name ?? '', phone: row.phone ?? '' }
}

/** Everybody of a hall, who hears of each sending and each end. */
export async function listMembers(db: Db, companyId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .where('members.company_id', '=', companyId)
    .select('members.user_id as userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

export async function areOff(db: Db, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('alerts_off')
    .where('alerts_off.company_id', '=', companyId)
    .select('alerts_off.company_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stops or allows the alerts of a hall; false for an unknown company. */
export async function switchAlerts(tx: Transaction, companyId: string, on: boolean): Promise<boolean> {
  const company = await tx
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select('companies.id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (company && on) await tx.deleteFrom('alerts_off').where('alerts_off.company_id', '=', companyId).execute()
  if (company && !on)
    await tx
      .insertInto('alerts_off')
      .values({ company_id: companyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return company !== undefined
}

/** What became of the pushes of an exercise. */
export async function saveTeamNumbers(db: Db, id: number, team: Omit<Numbers, 'devices' | 'pending'>): Promise<void> {
  await sql`update alerts set team = ${JSON.stringify(team)}::jsonb where alerts.id = ${id} and alerts.exercise`.execute(
    db,
  )
}

/** Adds what a process counted since its last writing; of alerts that residents read. */
export async function addReads(db: Db, counted: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update alerts set reads = alerts.reads + counted.reads
    from unnest(${[...counted.keys()]}::bigint[], ${[...counted.values()]}::int[]) as counted (id, reads)
    where alerts.id = counted.id and alerts.sent_at is not null and not alerts.exercise`.execute(db)
}

/** The campaigns that reached devices for the row of corrections of an alert. */
export async function listCampaignsOf(db: Db, firstId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select push_campaigns.id from push_campaigns join alerts on push_campaigns.key = 'alert-' || alerts.id
    where coalesce(alerts.first_id, alerts.id) = ${firstId}`.execute(db)
  return rows.map(({ id }) => id)
}
