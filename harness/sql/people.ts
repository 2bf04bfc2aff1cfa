import { randomInt } from 'node:crypto'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'

export type CompanyOptions = {
  type?: BusinessType
  membership?: 'freemium' | 'basic' | 'premium' | 'digital'
  zipCode?: string
  name?: string
  category?: string | null
}

export async function insertPerson(
  db: Db,
  { phone, firstName, lastName, tokenHash }: { phone: string; firstName: string; lastName: string; tokenHash: Buffer },
): Promise<number> {
  const user = await db
    .insertInto('users')
    .values({
      phone,
      first_name: firstName,
      last_name: lastName,
      date_of_birth: '1990-12-31',
      email: 'marie@exemple.fr',
      zip_code: '92110',
      city: 'Clichy',
      delete_after: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('sessions').values({ user_id: user.id, token_hash: tokenHash, device: 'Test' }).execute()
  return user.id
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
  await db.insertInto('company_owners').values({ company_id: id, user_id: userId }).execute()
  return id
}
