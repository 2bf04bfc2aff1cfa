import { randomBytes, randomInt } from 'node:crypto'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Role } from '@parvis/domain/kernel/roles'
import { type Db, inserted, run } from '../../apps/server/src/db/database.ts'
import { sql } from '../../apps/server/src/db/sql.ts'
import { hashToken } from '../../apps/server/src/http/authorize.ts'
import { foundCell } from './found.ts'

export type CompanyOptions = {
  type?: BusinessType
  membership?: 'freemium' | 'basic' | 'premium' | 'digital'
  zipCode?: string
  name?: string
  category?: string | null
}

export async function insertCompany(db: Db, userId: number, company: Required<CompanyOptions>): Promise<string> {
  const complete = company.category !== null
  const id = await foundCell<string>(db)`
    insert into companies ${inserted({
      type: company.type,
      registry_code: String(randomInt(1e13, 1e14)),
      name: company.name,
      category: company.category,
      membership: company.membership,
      address: '12 rue de Paris',
      zip_code: company.zipCode,
      city: 'Clichy',
      latitude: 48.9045,
      longitude: 2.3064,
      description: complete ? '<p>Le pain du quartier depuis 1932.</p>' : null,
      email: complete ? 'bonjour@exemple.fr' : null,
      phone: '+33145678901',
      profile_picture: complete ? `${'a'.repeat(32)}.jpg` : null,
      cover_picture: complete ? `${'b'.repeat(32)}.jpg` : null,
      completed_at: complete ? sql`app_now()` : null,
    })} returning id`
  await run(db)`insert into company_members (company_id, user_id) values (${id}, ${userId})`
  return id
}

export async function addMember(db: Db, companyId: string, userId: number, role: Role, until: string | null = null) {
  await run(db)`
    insert into company_members (company_id, user_id, role, until_on) values (${companyId}, ${userId}, ${role}, ${until})`
}

/** Verified and with its address: the official hall of that town, once it is the oldest one there. */
export async function makeHall(db: Db, companyId: string, town: string, slug: string): Promise<void> {
  await run(db)`
    update companies set type = 'mairie', category = 'mairie', identity_status = 'verified', town = ${town}
    where id = ${companyId}`
  await run(db)`
    insert into company_addresses (company_id, town, slug, is_current) values (${companyId}, ${town}, ${slug}, true)`
}

/** Unused for 31 days: past AMB-145. */
export async function ageSession(db: Db, userId: number): Promise<void> {
  await run(db)`update sessions set last_seen_at = app_now() - interval '31 days' where user_id = ${userId}`
}

export async function deleteSessionsOf(db: Db, userIds: readonly number[]): Promise<void> {
  await run(db)`delete from sessions where sessions.user_id = any(${[...userIds]}::bigint[])`
}

export async function superAdmin(db: Db, userId: number): Promise<void> {
  await run(db)`update users set is_super_admin = true where users.id = ${userId}`
}

/** One more session of that person; answers its token. */
export async function newSession(db: Db, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await run(db)`
    insert into sessions (user_id, token_hash, device) values (${userId}, ${hashToken(token)}, 'Test')`
  return token
}

/** Gives every session of a person a second proof, as a code by e-mail does. */
export async function proveSessionsOf(db: Db, userId: number): Promise<void> {
  await run(db)`update sessions set proved_at = app_now() where sessions.user_id = ${userId}`
}

/** An address of the person's own, which only they read in the outbox. */
export async function saveEmail(db: Db, userId: number, email: string): Promise<void> {
  await run(db)`update users set email = ${email} where users.id = ${userId}`
}
