import { newPhone, type TestApp } from '../server/test-app.ts'
import { foundCell } from '../sql/found.ts'
import { type CompanyOptions, insertCompany, newSession } from '../sql/people.ts'

export type Person = { token: string; userId: number; phone: string }
export type Owner = Person & { companyId: string }

/** Someone signed in, written straight to the database. */
export async function newPerson({ db }: TestApp, { firstName = 'Marie', lastName = 'Durand' } = {}): Promise<Person> {
  const phone = newPhone()
  const id = await foundCell<number>(db)`
    insert into users (phone, first_name, last_name, date_of_birth, email, zip_code, city)
    values (${phone}, ${firstName}, ${lastName}, '1990-12-31', 'marie@exemple.fr', '92110', 'Clichy')
    returning id`
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
