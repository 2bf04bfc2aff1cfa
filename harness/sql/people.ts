import { randomBytes, randomInt } from 'node:crypto'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Role } from '@parvis/domain/kernel/roles'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'
import { hashToken } from '../../apps/server/src/http/authorize.ts'

export type CompanyOptions = {
  type?: BusinessType
  membership?: 'freemium' | 'basic' | 'premium' | 'digital'
  zipCode?: string
  name?: string
  category?: string | null
}

export async function insertCompany(db: Db, userId: number, company: Required<CompanyOptions>): Promise<string> {
  const complete = company.category !== null
  const { id } = await db
    .insertInto('companies')
    .values({
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('company_members').values({ company_id: id, user_id: userId }).execute()
  return id
}

export async function addMember(db: Db, companyId: string, userId: number, role: Role, until: string | null = null) {
  const member = { company_id: companyId, user_id: userId, role, until_on: until }
  await db.insertInto('company_members').values(member).execute()
}

/** Verified and with its address: the official hall of that town, once it is the oldest one there. */
export async function makeHall(db: Db, companyId: string, town: string, slug: string): Promise<void> {
  await sql`
    update companies set type = 'mairie', category = 'mairie', identity_status = 'verified', town = ${town}
    where id = ${companyId}`.execute(db)
  const address = { company_id: companyId, town, slug, is_current: true, erased_at: null }
  await db.insertInto('company_addresses').values(address).execute()
}

/** Unused for 31 days: past AMB-145. */
export async function ageSession(db: Db, userId: number): Promise<void> {
  await sql`update sessions set last_seen_at = app_now() - interval '31 days' where user_id = ${userId}`.execute(db)
}

export async function deleteSessionsOf(db: Db, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('sessions').where('sessions.user_id', 'in', userIds).execute()
}

export async function superAdmin(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ is_super_admin: true }).where('users.id', '=', userId).execute()
}

/** One more session of that person; answers its token. */
export async function newSession(db: Db, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const session = { user_id: userId, token_hash: hashToken(token), device: 'Test' }
  await db.insertInto('sessions').values(session).execute()
  return token
}

/** Gives every session of a person a second proof, as a code by e-mail does. */
export async function proveSessionsOf(db: Db, userId: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: sql`app_now()` }).where('sessions.user_id', '=', userId).execute()
}

/** An address of the person's own, which only they read in the outbox. */
export async function saveEmail(db: Db, userId: number, email: string): Promise<void> {
  await db.updateTable('users').set({ email }).where('users.id', '=', userId).execute()
}
