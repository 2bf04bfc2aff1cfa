import type { AlertProof } from '@parvis/domain/alerts/alert'
import { columnOf, type Db, hasRow, numberOf, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type HallPerson, isLiving, type Numbers, type StoredAlert } from './alerts.queries.ts'

export async function countWaitingAlerts(db: Db, companyId: string): Promise<number> {
  return await numberOf(db)`
    select count(*)::int from alerts where alerts.company_id = ${companyId} and alerts.sent_at is null and ${isLiving}`
}

/** Exercises are counted apart, so that a hall that rehearses may warn. */
export async function countSentSince(db: Db, companyId: string, exercise: boolean, hours: number): Promise<number> {
  return await numberOf(db)`
    select count(*)::int from alerts
    where alerts.company_id = ${companyId} and alerts.exercise = ${exercise}
      and alerts.sent_at > app_now() - make_interval(hours => ${hours})`
}

type AlertToStore = Pick<
  StoredAlert,
  'companyId' | 'town' | 'siret' | 'level' | 'title' | 'text' | 'until' | 'exercise' | 'replaces' | 'writer'
> & { firstId: number | null }

export async function insertAlert(tx: Transaction, alert: AlertToStore): Promise<number> {
  return await numberOf(tx)`
    insert into alerts (company_id, town, siret, level, title, text, until, exercise, replaces, first_id, writer)
    values (${alert.companyId}, ${alert.town}, ${alert.siret}, ${alert.level}, ${alert.title}, ${alert.text}, ${alert.until},
      ${alert.exercise}, ${alert.replaces}, ${alert.firstId}, ${JSON.stringify(alert.writer)}::jsonb)
    returning alerts.id`
}

export async function saveSending(
  tx: Transaction,
  id: number,
  { sender, proof, companyId }: { sender: HallPerson; proof: AlertProof; companyId: string },
): Promise<void> {
  await run(tx)`
    update alerts set sent_at = date_trunc('second', app_now()), sender = ${JSON.stringify(sender)}::jsonb, proof = ${proof},
      followers = (select count(*) from follows where follows.company_id = ${companyId})
    where alerts.id = ${id}`
}

/** Ends the sent alerts that this names; answers those that were not ended yet. */
export async function saveEnd(
  tx: Transaction,
  which: Sql<boolean>,
  { ender, text }: { ender: HallPerson; text: string | null },
): Promise<{ id: number; town: string }[]> {
  return await rowsOf<{ id: number; town: string }>(tx)`
    update alerts set ended_at = date_trunc('second', app_now()), ender = ${JSON.stringify(ender)}::jsonb, end_text = ${text}
    where ${which} and alerts.sent_at is not null and alerts.ended_at is null and alerts.until > app_now()
    returning alerts.id, alerts.town`
}

export const ofAlert = (id: number) => sql<boolean>`alerts.id = ${id}`
export const ofHall = (companyId: string) => sql<boolean>`alerts.company_id = ${companyId}`

export async function deleteUnsent(tx: Transaction, id: number): Promise<void> {
  await run(tx)`delete from alerts where alerts.id = ${id} and alerts.sent_at is null`
}

/** Written and never sent: they lapsed. */
export async function deleteLapsed(db: Db): Promise<void> {
  await run(db)`delete from alerts where not ${isLiving}`
}

export async function findHallPerson(db: Db, userId: number): Promise<HallPerson & { phone: string }> {
  const person = await rowOf<HallPerson & { phone: string }>(db)`
    select users.id as "userId", coalesce(users.first_name, '') as "firstName", coalesce(users.last_name, '') as "lastName",
      coalesce(users.phone, '') as phone
    from users where users.id = ${userId}`
  if (!person) throw new Error('the person of a hall is there')
  return person
}

/** Everybody of a hall, who hears of each sending and each end. */
export async function listHallMembers(db: Db, companyId: string): Promise<number[]> {
  return await columnOf<number>(db)`select members.user_id from members where members.company_id = ${companyId}`
}

export async function areOff(db: Db, companyId: string): Promise<boolean> {
  return await hasRow(db)`select from alerts_off where alerts_off.company_id = ${companyId}`
}

/** What a hall is called, and where it says that it is: a district of Paris is « Paris » for who writes there. */
export async function readHall(db: Db, companyId: string): Promise<{ name: string; city: string }> {
  const hall = await rowOf<{ name: string; city: string }>(db)`
    select companies.name, companies.city from companies where companies.id = ${companyId}`
  if (!hall) throw new Error('the hall of an alert is there')
  return hall
}

/** Stops or allows the alerts of a hall; false for an unknown company. */
export async function switchAlerts(tx: Transaction, companyId: string, on: boolean): Promise<boolean> {
  const isThere = await hasRow(tx)`
    select companies.id from companies where companies.id = ${companyId} for no key update`
  if (isThere && on) await run(tx)`delete from alerts_off where alerts_off.company_id = ${companyId}`
  if (isThere && !on) await run(tx)`insert into alerts_off (company_id) values (${companyId}) on conflict do nothing`
  return isThere
}

/** What became of the pushes of an exercise. */
export async function saveTeamNumbers(db: Db, id: number, team: Omit<Numbers, 'devices' | 'pending'>): Promise<void> {
  await run(db)`update alerts set team = ${JSON.stringify(team)}::jsonb where alerts.id = ${id} and alerts.exercise`
}

/** Adds what a process counted since its last writing; of alerts that residents read. */
export async function addReads(db: Db, counted: ReadonlyMap<number, number>): Promise<void> {
  await run(db)`
    update alerts set reads = alerts.reads + counted.reads
    from unnest(${[...counted.keys()]}::bigint[], ${[...counted.values()]}::int[]) as counted (id, reads)
    where alerts.id = counted.id and alerts.sent_at is not null and not alerts.exercise`
}

/** The campaigns that reached devices for the row of corrections of an alert. */
export async function listCampaignsOf(db: Db, firstId: number): Promise<number[]> {
  return await columnOf<number>(db)`
    select push_campaigns.id from push_campaigns join alerts on push_campaigns.key = 'alert-' || alerts.id
    where coalesce(alerts.first_id, alerts.id) = ${firstId}`
}
