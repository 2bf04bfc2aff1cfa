import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { durations } from '@parvis/domain/kernel/durations'
import type { Role } from '@parvis/domain/kernel/roles'
import { cellOf, type Db, rowOf, run } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { ActingCompany, Actor } from './actor.ts'

/** What says of which company the role is asked: the company, or an object of it. */
export type AskedWho = {
  tokenHash: Buffer
  named: 'nothing' | 'company' | 'instant' | 'service'
  id: string | null
}

export type CallerSession = Actor & {
  stale: boolean
  /** Of the company that is named, when the person is a member of it today. */
  memberOf?: string | null
  ofType?: BusinessType | null
  role?: Role | null
}

/** AMB-145: 30 days idle, 90 days at most; those of the team 8 hours idle, 12 hours at most. Of a statement that joins its person. */
export const isLivingSession = sql<boolean>`sessions.created_at > app_now() -
    case when users.is_super_admin then ${durations.teamSession}::interval else ${durations.session}::interval end
  and sessions.last_seen_at > app_now() -
    case when users.is_super_admin then ${durations.idleTeamSession}::interval else ${durations.idleSession}::interval end`

const sessionWith = (companyOf: (id: AskedWho['id']) => Sql | undefined) =>
  prepared(({ tokenHash, id }: AskedWho) => {
    const companyId = companyOf(id)
    const member = companyId && sql`, companies.id as "memberOf", companies.type as "ofType", members.role`
    const membership =
      companyId &&
      sql`left join members on members.user_id = users.id and members.company_id = ${companyId}
        left join companies on companies.id = members.company_id`
    return sql<CallerSession>`
      select users.id as "userId", sessions.id as "sessionId", coalesce(users.phone, '') as phone,
        users.is_super_admin as "isSuperAdmin", sessions.passkey_at is not null as "byPasskey",
        sessions.last_seen_at < app_now() - ${durations.sessionUse}::interval as stale${member ?? sql``}
      from sessions join users on users.id = sessions.user_id ${membership ?? sql``}
      where sessions.token_hash = ${tokenHash} and ${isLivingSession}`
  })

const sessionOfObject = (table: 'instants' | 'municipal_services') =>
  sessionWith(
    (id) => sql`(select object.company_id from ${sql.identifier(table)} as object where object.id = ${id}::bigint)`,
  )

/** A statement for each way of naming a company: most calls name none and need no join with those that say who is a member. */
export const selectSession = {
  nothing: sessionWith(() => undefined),
  company: sessionWith((id) => sql`${id}::uuid`),
  instant: sessionOfObject('instants'),
  service: sessionOfObject('municipal_services'),
}

export async function touchSession(db: Db, sessionId: number): Promise<void> {
  await run(db)`update sessions set last_seen_at = app_now() where sessions.id = ${sessionId}`
}

/** The company and the role of that person in it today: another's is not found. */
export async function findActingCompany(db: Db, userId: number, companyId: string): Promise<ActingCompany | undefined> {
  const [company] = await selectActingCompany(db, { userId, companyId })
  return company
}

const selectActingCompany = prepared(
  ({ userId, companyId }: { userId: number; companyId: string }) => sql<ActingCompany & { role: Role }>`
    select companies.id, companies.type, members.role
    from members join companies on companies.id = members.company_id
    where members.user_id = ${userId} and members.company_id = ${companyId}`,
)

export async function findCompany(db: Db, companyId: string): Promise<ActingCompany | undefined> {
  const company = await rowOf<{ id: string; type: BusinessType }>(db)`
    select companies.id, companies.type from companies where companies.id = ${companyId}`
  return company && { ...company, role: undefined }
}

/** Whether a company is the official town hall of its commune: the oldest completed mairie there whose identity is verified. */
export async function isOfficialHall(db: Db, companyId: string): Promise<boolean> {
  const isOfficial = await cellOf<boolean>(db)`
    select companies.id = ${companyId} from companies
    where companies.town = (select own.town from companies own where own.id = ${companyId})
      and companies.type = 'mairie' and companies.identity_status = 'verified' and companies.is_shown
    order by companies.completed_at limit 1`
  return isOfficial ?? false
}
