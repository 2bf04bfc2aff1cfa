import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { normalisePersonName } from '@parvis/domain/kernel/person'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { checkMemberNames } from '@parvis/domain/team/team'
import { teamTexts } from '@parvis/domain/team/team.refusals.fr'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { lockCompany } from '../company/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { addMember, listInvitationsOfPhone, lockNames, saveNames, takeInvitation } from './team.queries.ts'

/** The living invitations of the caller's number. */
export async function readInvitations({ db, config }: Dependencies, { phone }: Actor) {
  const received = await listInvitationsOfPhone(db, phone)
  return received.map(({ picture, expiresAt, ...one }) => ({
    ...one,
    picture: picture && mediaUrl(config, picture),
    expiresAt: writeParisIso(expiresAt),
  }))
}

type Names = { first_name?: string | undefined; last_name?: string | undefined }

/**
 * Makes the caller a member by an invitation of their number, once. The names are asked while the person has none. Refusals: 400
 * VALIDATION (first_name, last_name), 404 INVITATION_NOT_FOUND.
 */
export async function acceptInvitation({ db }: Pick<Dependencies, 'db'>, actor: Actor, id: number, names: Names) {
  const { userId, phone } = actor
  return await transaction(db, async (tx) => {
    const firstName = await nameOf(tx, userId, names)
    const [found] = await listInvitationsOfPhone(tx, phone, id)
    if (!found) throw refusal('team.invitation_not_found')
    const { companyId, role, until } = found
    await lockCompany(tx, companyId)
    if (!(await takeInvitation(tx, id, phone))) throw refusal('team.invitation_not_found')
    await addMember(tx, { companyId, userId, role, until })
    const line = { actor: `user:${userId}`, action: 'team.join', object: `company:${companyId}` }
    await audit(tx, { ...line, details: { role, until } })
    const fact = { sentence: teamTexts.joined(firstName), path: '/equipe' }
    await notifyOfFact(tx, { companyId, kind: 'plan', event: `team-joined-${userId}-${id}`, fact })
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`, `user:${userId}`])
    return { companyId }
  })
}

/** The person's row is locked first, before the company's; the names are kept when they were missing. */
async function nameOf(tx: Transaction, userId: number, { first_name = '', last_name = '' }: Names): Promise<string> {
  const known = await lockNames(tx, userId)
  if (known.firstName && known.lastName) return known.firstName
  refuseFields(checkMemberNames({ first_name, last_name }))
  const firstName = normalisePersonName(first_name)
  await saveNames(tx, userId, firstName, normalisePersonName(last_name))
  return firstName
}

export async function refuseInvitation({ db }: Pick<Dependencies, 'db'>, { phone }: Actor, id: number) {
  if (!(await transaction(db, (tx) => takeInvitation(tx, id, phone)))) throw refusal('team.invitation_not_found')
}
