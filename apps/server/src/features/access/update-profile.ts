import { normaliseEmail } from '@parvis/domain/kernel/internet-address'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { normalisePersonName, readBirthDate } from '@parvis/domain/kernel/person'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { checkPerson, type TypedPerson } from '@parvis/domain/registration/account-form'
import { readNow } from '../../db/clock.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { findPerson, saveProfile } from './access.queries.ts'

type Received = { [Field in Exclude<keyof TypedPerson, 'phone_number'>]?: string | undefined }

/** Writes the personal profile: 422 for a phone that is not the session's, 400 VALIDATION for the rest (AMB-38). */
export async function updateProfile(
  { db }: Dependencies,
  actor: Actor,
  typed: Received & { phone: string | undefined; gender: string | undefined },
) {
  if (typed.phone !== undefined && normalisePhone(typed.phone) !== actor.phone) throw refusal('access.profile_phone')
  return await transaction(db, async (tx) => {
    const today = parisDay(await readNow(tx)).toString()
    const person = personOf(typed, actor.phone)
    refuseFields(checkPerson(person, today))

    const { phone_number: _phone, ...saved } = person
    await saveProfile(tx, actor.userId, {
      ...saved,
      first_name: normalisePersonName(person.first_name),
      last_name: normalisePersonName(person.last_name),
      date_of_birth: readBirthDate(person.date_of_birth) ?? '',
      email: normaliseEmail(person.email),
      gender: typed.gender ?? '',
    })
    return await findPerson(tx, actor.userId)
  })
}

function personOf(typed: Received, phone: string): TypedPerson {
  const { first_name = '', last_name = '', date_of_birth = '', email = '', zip_code = '', city = '' } = typed
  return { first_name, last_name, phone_number: phone, date_of_birth, email, zip_code, city }
}
