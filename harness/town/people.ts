import { newPhone, type TestApp } from '../server/test-app.ts'
import { type CompanyOptions, insertCompany, insertPerson, newSession } from '../sql/people.ts'

export type Person = { token: string; userId: number; phone: string }
export type Owner = Person & { companyId: string }

/** Someone signed in, written straight to the database. */
export async function newPerson({ db }: TestApp, { firstName = 'Marie', lastName = 'Durand' } = {}): Promise<Person> {
  const phone = newPhone()
  const userId = await insertPerson(db, phone, firstName, lastName)
  return { token: await newSession(db, userId), userId, phone }
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
