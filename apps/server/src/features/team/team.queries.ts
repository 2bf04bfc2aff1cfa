import type { AnswerOf } from '@parvis/domain/api'
import type { Role } from '@parvis/domain/kernel/roles'
import { refusal } from '@parvis/domain/refusals'
import { cellOf, type Db, hasRow, numberOf, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql, todayInParis } from '../../db/sql.ts'

export type Member = {
  id: number
  firstName: string | null
  lastName: string | null
  role: Role
  since: string
  until: string | null
  phoneEnd: string | null
  /** Asked for the deletion of their account. */
  isLeaving: boolean
}

/** The members of today, by role, then oldest first. */
export async function listMembers(db: Db, companyId: string): Promise<Member[]> {
  return await rowsOf<Member>(db)`
    select members.user_id as id, users.first_name as "firstName", users.last_name as "lastName", members.role,
      (members.since at time zone 'Europe/Paris')::date::text as since, members.until_on::text as until,
      right(users.phone, 2) as "phoneEnd", users.delete_after is not null as "isLeaving"
    from members join users on users.id = members.user_id
    where members.company_id = ${companyId} order by members.role desc, members.since, members.user_id`
}

export type Invitation = {
  id: number
  role: Role
  until: string | null
  phoneEnd: string
  invitedBy: string | null
  expiresAt: Date
}

/** Not expired, and for a day that is not over. */
const isLiving = sql`invitations.expires_at > app_now()
  and (invitations.until_on is null or invitations.until_on >= ${todayInParis})`

export async function listInvitations(db: Db, companyId: string): Promise<Invitation[]> {
  return await rowsOf<Invitation>(db)`
    select invitations.id, invitations.role, invitations.until_on::text as until, right(invitations.phone, 2) as "phoneEnd",
      users.first_name as "invitedBy", invitations.expires_at as "expiresAt"
    from invitations left join users on users.id = invitations.invited_by
    where invitations.company_id = ${companyId} and ${isLiving} order by invitations.id`
}

export type ReceivedInvitation = Omit<AnswerOf<'GET /v1/invitations'>[number], 'expiresAt'> & { expiresAt: Date }

/** The living invitations of a number, newest first; or one of them. */
export async function listInvitationsOfPhone(db: Db, phone: string, id?: number): Promise<ReceivedInvitation[]> {
  return await rowsOf<ReceivedInvitation>(db)`
    select invitations.id, invitations.company_id as "companyId", companies.name, companies.type,
      companies.profile_picture as picture, invitations.role, invitations.until_on::text as until,
      users.first_name as "invitedBy", invitations.expires_at as "expiresAt"
    from invitations join companies on companies.id = invitations.company_id
    left join users on users.id = invitations.invited_by
    where invitations.phone = ${phone} and (${id ?? null}::bigint is null or invitations.id = ${id ?? null}) and ${isLiving}
    order by invitations.id desc`
}

/** Takes the invitation: of parallel acceptances one finds it. */
export async function takeInvitation(tx: Transaction, id: number, phone: string): Promise<boolean> {
  return await hasRow(tx)`
    delete from invitations where invitations.id = ${id} and invitations.phone = ${phone} and ${isLiving} returning id`
}

/** The invitation of a company, with its role. */
export async function findInvitationRole(tx: Transaction, companyId: string, id: number): Promise<Role | undefined> {
  return await cellOf<Role>(tx)`
    select invitations.role from invitations
    where invitations.company_id = ${companyId} and invitations.id = ${id} and ${isLiving}`
}

export async function deleteInvitation(tx: Transaction, companyId: string, id: number): Promise<void> {
  await run(tx)`
    delete from invitations where invitations.company_id = ${companyId} and invitations.id = ${id}`
}

type TeamCount = { isMember: boolean; others: number; invitedRole: Role | null }

/** Whether the number is a member's today, which role it is invited to, and how many others are in the team or invited. */
export async function countTeam(tx: Transaction, companyId: string, phone: string): Promise<TeamCount> {
  const row = await rowOf<TeamCount>(tx)`
    select exists (select from members join users on users.id = members.user_id
        where members.company_id = ${companyId} and users.phone = ${phone}) as "isMember",
      ((select count(*) from members where members.company_id = ${companyId})
        + (select count(*) from invitations
          where invitations.company_id = ${companyId} and invitations.phone <> ${phone} and ${isLiving}))::int as others,
      (select invitations.role from invitations
        where invitations.company_id = ${companyId} and invitations.phone = ${phone} and ${isLiving}) as "invitedRole"`
  return row ?? { isMember: false, others: 0, invitedRole: null }
}

type ToInvite = { companyId: string; phone: string; role: Role; until: string | null; by: number; days: number }

export async function saveInvitation(tx: Transaction, { companyId, phone, role, until, by, days }: ToInvite) {
  return await numberOf(tx)`
    insert into invitations (company_id, phone, role, until_on, invited_by, expires_at)
    values (${companyId}, ${phone}, ${role}, ${until}, ${by}, app_now() + make_interval(days => ${days}))
    on conflict (company_id, phone) do update set role = excluded.role, until_on = excluded.until_on,
      invited_by = excluded.invited_by, expires_at = excluded.expires_at
    returning id`
}

type InvitationToSend = { phone: string; name: string; expiresAt: Date }

/** What the SMS of an invitation says, and to whom; undefined once it was taken or withdrawn. */
export async function findInvitationToSend(db: Db, id: number): Promise<InvitationToSend | undefined> {
  return await rowOf<InvitationToSend>(db)`
    select invitations.phone, companies.name, invitations.expires_at as "expiresAt"
    from invitations join companies on companies.id = invitations.company_id where invitations.id = ${id}`
}

/**
 * Locks the person's row, before any company's; the names that they have. 401 SESSION_UNKNOWN where their phone was taken away
 * meanwhile: nobody could sign in as that member.
 */
export async function lockNames(tx: Transaction, userId: number) {
  const names = await rowOf<{ firstName: string | null; lastName: string | null }>(tx)`
    select users.first_name as "firstName", users.last_name as "lastName"
    from users where users.id = ${userId} and users.phone is not null for no key update`
  if (!names) throw refusal('request.session_unknown')
  return names
}

export async function saveNames(tx: Transaction, userId: number, first: string, last: string): Promise<void> {
  await run(tx)`update users set first_name = ${first}, last_name = ${last} where users.id = ${userId}`
}

type Placed = { companyId: string; userId: number; role: Role; until: string | null }

/** A new member, or again one whose last day is over. */
export async function addMember(tx: Transaction, { companyId, userId, role, until }: Placed): Promise<void> {
  await run(tx)`
    insert into company_members (company_id, user_id, role, until_on) values (${companyId}, ${userId}, ${role}, ${until})
    on conflict (company_id, user_id) do update
      set role = excluded.role, until_on = excluded.until_on, since = app_now()`
}

export async function saveMember(tx: Transaction, { companyId, userId, role, until }: Placed): Promise<void> {
  await run(tx)`
    update company_members set role = ${role}, until_on = ${until}
    where company_members.company_id = ${companyId} and company_members.user_id = ${userId}`
}

export async function deleteMember(tx: Transaction, companyId: string, userId: number): Promise<void> {
  await run(tx)`
    delete from company_members where company_members.company_id = ${companyId} and company_members.user_id = ${userId}`
}

export type EndingMember = { companyId: string; id: number; firstName: string; until: string }

/** The members whose last day comes in that many days or fewer and was not announced by its moment, `hour` o'clock. */
export async function listEndingMembers(db: Db, days: number, hour: number): Promise<EndingMember[]> {
  return await rowsOf<EndingMember>(db)`
    select members.company_id as "companyId", members.user_id as id, coalesce(users.first_name, '') as "firstName",
      members.until_on::text as until
    from members join users on users.id = members.user_id
    cross join lateral (
      select (members.until_on - ${days}::int + make_interval(hours => ${hour})) at time zone 'Europe/Paris' as at) as told
    where members.until_on is not null and told.at <= app_now() and members.since < told.at
      and not exists (
        select from notices where notices.company_id = members.company_id
          and notices.object = 'team-ends-' || members.user_id || '-' || members.until_on)`
}
