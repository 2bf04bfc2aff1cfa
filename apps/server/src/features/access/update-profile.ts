import { checkPersonalProfile, type TypedPersonalProfile } from '@parvis/domain/access/personal-profile'
import { readBirthDate } from '@parvis/domain/kernel/birth-date'
import { normaliseEmail } from '@parvis/domain/kernel/email'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { findProfile, saveProfile } from './access.queries.ts'

/** Writes the personal profile: 422 for a phone that is not the session's, 400 VALIDATION for the rest (AMB-38). */
export async function updateProfile(
  { db }: Dependencies,
  actor: Actor,
  typed: TypedPersonalProfile & { phone: string | undefined; gender: string | undefined },
) {
  if (typed.phone !== undefined && normalisePhone(typed.phone) !== actor.phone) throw refusal('access.profile_phone')
  return await transaction(db, async (tx) => {
    const today = parisDay(await readNow(tx)).toString()
    refuseFields(checkPersonalProfile(typed, today))

    await saveProfile(tx, actor.userId, {
      first_name: typed.first_name ?? '',
      last_name: typed.last_name ?? '',
      date_of_birth: readBirthDate(typed.date_of_birth ?? '') ?? '',
      gender: typed.gender ?? '',
      email: normaliseEmail(typed.email ?? ''),
      zip_code: typed.zip_code ?? '',
      city: typed.city ?? '',
    })
    return await findProfile(tx, actor.userId)
  })
}
