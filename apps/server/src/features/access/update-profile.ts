import { formerAddressDays } from '@parvis/domain/access/second-proof'
import { accountMails } from '@parvis/domain/access/second-proof.fr'
import { readDay } from '@parvis/domain/kernel/day'
import { normaliseEmail } from '@parvis/domain/kernel/internet-address'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { normalisePersonName } from '@parvis/domain/kernel/person'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { checkPerson, type TypedPerson } from '@parvis/domain/registration/account-form'
import { transaction } from '@parvis/postgres'
import type { Config } from '../../config.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { findPerson, saveProfile } from './access.queries.ts'
import { isProvedByPasskey, requireProofOfHolder } from './fresh-proof.ts'
import { notifyAccount } from './notify-account.ts'
import { findWays, lockAccount, saveFormerAddress } from './second-proof.queries.ts'

type Received = { [Field in Exclude<keyof TypedPerson, 'phone_number'>]?: string | undefined }

/** Writes the personal profile: 422 for a phone that is not the session's, 400 VALIDATION for the rest. */
export async function updateProfile(
  { db, config }: Dependencies,
  actor: Actor,
  typed: Received & { phone: string | undefined; gender: string | undefined },
) {
  if (typed.phone !== undefined && (normalisePhone(typed.phone) ?? '') !== actor.phone)
    throw refusal('access.profile_phone')
  return await transaction(db, async (tx) => {
    const today = parisDay(await readNow(tx)).toString()
    const person = personOf(typed, actor.phone)
    refuseFields(checkPerson(person, today))

    const email = normaliseEmail(person.email)
    await followAddress(tx, config, actor, email)

    const { phone_number: _phone, ...saved } = person
    await saveProfile(tx, actor.userId, {
      ...saved,
      first_name: normalisePersonName(person.first_name),
      last_name: normalisePersonName(person.last_name),
      date_of_birth: readDay(person.date_of_birth) ?? '',
      email,
      gender: typed.gender ?? '',
    })
    return await findPerson(tx, actor.userId)
  })
}

/**
 * Another address: asks a second proof of who has a passkey. The former one is told, and receives the codes for seven days, unless a
 * passkey has just been used; a change back within them ends the wait.
 */
async function followAddress(tx: Transaction, config: Config, actor: Actor, email: string): Promise<void> {
  const { userId } = actor
  await lockAccount(tx, { id: userId })
  const { email: known } = await findPerson(tx, userId)
  if (!known || known === email) return
  await requireProofOfHolder(tx, config, actor)
  const address = (await findWays(tx, userId)).address ?? known
  const isAtOnce = address === email || (await isProvedByPasskey(tx, actor))
  await saveFormerAddress(tx, userId, isAtOnce ? null : address)
  const day = parisDay(await readNow(tx)).add({ days: formerAddressDays })
  const sentence = isAtOnce ? accountMails.addressChanged : accountMails.addressChanges(day)
  if (address !== email) await notifyAccount(tx, { userId, sentence, address })
}

function personOf(typed: Received, phone: string): TypedPerson {
  const { first_name = '', last_name = '', date_of_birth = '', email = '', zip_code = '', city = '' } = typed
  return { first_name, last_name, phone_number: phone, date_of_birth, email, zip_code, city }
}
