import { parisDay } from '@parvis/domain/kernel/paris-time'
import type { Role } from '@parvis/domain/kernel/roles'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { checkMembership, invitationDays, invitedRoles, maxTeam, mayManage } from '@parvis/domain/team/team'
import { invitationSms } from '@parvis/domain/team/team.refusals.fr'
import { transaction } from '@parvis/postgres'
import { z } from 'zod'
import { readNow } from '../../db/clock.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { gsmText, isGsmText, smsTries } from '../../gateways/sms/sms.ts'
import { returnUse } from '../../http/limits.queries.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { enqueue, type Job } from '../../jobs/job.ts'
import { readMobile } from '../access/index.ts'
import { actInTeam } from './act-in-team.ts'
import {
  countTeam,
  deleteInvitation,
  findInvitationRole,
  findInvitationToSend,
  saveInvitation,
} from './team.queries.ts'

type ToInvite = { phone?: string | undefined; role?: string | undefined; until?: string | undefined }

const day = 86_400
const perCompany = { name: 'invitations', max: 10, seconds: day }
const perNumber = { name: 'invitations-of-number', max: 3, seconds: day }
const jobName = 'send-invitation'

/**
 * Invites a French mobile to a role below one's own, until a day or for good; the same number again replaces its invitation. The
 * answer is the same whether the number has an account or not. Refusals: 400 INVALID_PHONE, VALIDATION (role, until), 403
 * ROLE_FORBIDDEN, 409 ALREADY_MEMBER, TEAM_FULL, 429 (ten a day for a company, three for a number).
 */
export async function invite(
  deps: Dependencies,
  { companyId, userId }: { companyId: string; userId: number },
  { phone: typed, role = '', until = '' }: ToInvite,
): Promise<void> {
  const phone = readMobile(typed)
  refuseFields(checkMembership({ role, until }, parisDay(await readNow(deps.db)).toString(), invitedRoles))
  await countAgainstLimit(deps.db, deps.config, perCompany, companyId)
  await countAgainstLimit(deps.db, deps.config, perNumber, phone).catch(async (error: unknown) => {
    await returnUse(deps.db, perCompany.name, companyId)
    throw error
  })
  await transaction(deps.db, async (tx) => {
    const own = await actInTeam(tx, companyId, userId)
    const { isMember, others, invitedRole } = await countTeam(tx, companyId, phone)
    for (const given of [role as Role, invitedRole])
      if (given && !mayManage(own, given)) throw refusal('request.role_forbidden')
    if (isMember) throw refusal('team.already_member')
    if (others >= maxTeam) throw refusal('team.full')
    const invited = { companyId, phone, role: role as Role, until: until || null, by: userId, days: invitationDays }
    await enqueue(tx, jobName, { id: await saveInvitation(tx, invited) }, { attempts: smsTries })
    await notifyCompany(tx, companyId)
  })
}

const payloadOf = z.object({ id: z.number() })

/** The SMS holds a plain link and no secret: the number itself is the key. */
export const sendInvitation: Job = {
  name: jobName,
  run: async ({ db, config, gateways }, payload) => {
    const { id } = payloadOf.parse(payload)
    const invited = await findInvitationToSend(db, id)
    if (!invited) return
    const folded = gsmText(invitationSms(invited.name, `${config.publicUrl}/rejoindre`))
    // A letter that no fold reaches (Ł) would make it two parts, in UCS-2.
    const text = [...folded].filter(isGsmText).join('')
    await gateways.sms.send({ to: invited.phone, text, key: `invitation ${id} ${invited.expiresAt.getTime()}` })
  },
}

/** Withdraws an invitation; 404 INVITATION_NOT_FOUND, 403 ROLE_FORBIDDEN for a role that one may not give. */
export async function withdrawInvitation(
  { db }: Pick<Dependencies, 'db'>,
  { companyId, userId }: { companyId: string; userId: number },
  id: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    const own = await actInTeam(tx, companyId, userId)
    const role = await findInvitationRole(tx, companyId, id)
    if (!role) throw refusal('team.invitation_not_found')
    if (!mayManage(own, role)) throw refusal('request.role_forbidden')
    await deleteInvitation(tx, companyId, id)
  })
}
