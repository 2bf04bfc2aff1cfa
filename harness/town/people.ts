import { newPhone, type TestApp } from '../server/test-app.ts'
import { type CompanyOptions, insertCompany, newSession } from '../sql/people.ts'

export type Person = { token: string; userId: number; phone: string }
export type Owner = Person & { companyId: string }

/** Someone signed in, written straight to the database. */
export async function newPerson({ db }: TestApp, { firstName = 'Marie', lastName = 'Durand' } = {}): Promise<Person> {
  const phone = newPhone()
  const name = { first_name: firstName, last_name: lastName, date_of_birth: '1990-12-31', email: 'marie@exemple.fr' }
  const home = { zip_code: '92110', city: 'Clichy', delete_after: null }
  const added = db.insertInto('users').values({ phone, ...name, ...home })
  const { id } = await added.returning('id').executeTakeFirstOrThrow()
  return { token: await newSession(db, id), userId: id, phone }
}

/** The owner of a completed company (no category: one that still has to complete its profile). */
export async function newOwner(server: TestApp, options: CompanyOptions = {}): Promise<Owner> {
  const person = await newPerson(server)
  const companyId = await insertCompany(server.db, person.userId, {
    type: 'commerce',
    membership: 'freemium',
    zipCode: '92110',
    name: 'Boulangerie Martin',
    category: 'boulangerie',
    ...options,
  })
  return { ...person, companyId }
}
