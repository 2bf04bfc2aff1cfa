import { formatDay } from '@parvis/domain/kernel/french-format'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import type { Role } from '@parvis/domain/kernel/roles'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { checkMembership, endNoticeDays, mayManage } from '@parvis/domain/team/team'
import { teamTexts } from '@parvis/domain/team/team.refusals.fr'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { lockAccount, notifyAccount, requireFreshProof } from '../access/index.ts'
import { findCompanyName, lockCompany } from '../company/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { actInTeam } from './act-in-team.ts'
import {
  addMember,
  deleteMember,
  listEndingMembers,
  listMembers,
  lockNames,
  type Member,
  saveMember,
} from './team.queries.ts'

type Change = { companyId: string; memberId: number; actor: Actor }
type Written = { role?: string | undefined; until?: string | undefined }

/**
 * Changes a member's role or last day, at once. An owner has no last day. Refusals: 400 VALIDATION (role, until), 403 ROLE_FORBIDDEN
 * above what one may give, SECOND_PROOF_REQUIRED to make or lower another owner, 404 MEMBER_NOT_FOUND, 409 LAST_OWNER.
 */
export async function changeMember(deps: Dependencies, { companyId, memberId, actor }: Change, written: Written) {
  const today = parisDay(await readNow(deps.db)).toString()
  refuseFields(checkMembership({ role: written.role ?? 'counter', until: written.until ?? '' }, today))
  await transaction(deps.db, async (tx) => {
    const { own, member, owners } = await standing(tx, { companyId, memberId, actor })
    const { role, until } = standingAfter(member, written)
    if (!mayManage(own, member.role) || !mayManage(own, role)) throw refusal('request.role_forbidden')
    if (role === member.role && until === member.until) return
    await followOwners(deps, tx, { companyId, actor, member, owners, isOwner: role === 'owner' })
    await saveMember(tx, { companyId, userId: memberId, role, until })
    await announce(tx, companyId, memberId, {
      actor: `user:${actor.userId}`,
      action: 'team.change',
      object: `company:${companyId}`,
      details: { member: memberId, role, until, former: member.role },
    })
  })
}

/** The role and the last day after the change: absent keys keep what was, an owner has no last day. */
function standingAfter(member: Member, written: Written): Pick<Member, 'role' | 'until'> {
  const role = (written.role as Role | undefined) ?? member.role
  if (role !== 'owner') return { role, until: (written.until ?? member.until) || null }
  refuseFields(written.until ? { until: 'until_error' } : {})
  return { role, until: null }
}

/** Removes a member, or leaves; the personal session lives on and opens nothing of that company. Refusals as above. */
export async function removeMember(deps: Dependencies, { companyId, memberId, actor }: Change) {
  await transaction(deps.db, async (tx) => {
    const { own, member, owners } = await standing(tx, { companyId, memberId, actor })
    const leaves = memberId === actor.userId
    if (!leaves && !mayManage(own, member.role)) throw refusal('request.role_forbidden')
    await followOwners(deps, tx, { companyId, actor, member, owners, isOwner: false })
    await deleteMember(tx, companyId, memberId)
    const line = { actor: `user:${actor.userId}`, action: leaves ? 'team.leave' : 'team.remove' }
    await announce(tx, companyId, memberId, {
      ...line,
      object: `company:${companyId}`,
      details: { member: memberId, former: member.role },
    })
    const fact = { sentence: teamTexts.left(member.firstName ?? ''), path: '/equipe' }
    if (leaves)
      await notifyOfFact(tx, { companyId, kind: 'plan', event: `team-left-${memberId}-${member.since}`, fact })
  })
}

/** Under the company's lock: the caller's role, the member, and the owners of today. */
async function standing(tx: Transaction, { companyId, memberId, actor }: Change) {
  const own = await actInTeam(tx, companyId, actor.userId)
  const members = await listMembers(tx, companyId)
  const member = members.find(({ id }) => id === memberId)
  if (!member) throw refusal('team.member_not_found')
  return { own, member, owners: members.filter(({ role }) => role === 'owner') }
}

/**
 * Makes the person of a number an owner, by the operator: of claims and of who lost every way in. False when nobody signed in
 * with it; the owners are told by mail.
 */
export async function nameOwner(
  tx: Transaction,
  { companyId, phone, by }: { companyId: string; phone: string; by: string },
): Promise<boolean> {
  const account = await lockAccount(tx, { phone })
  if (!account) return false
  const { id: userId } = account
  const { firstName } = await lockNames(tx, userId)
  await lockCompany(tx, companyId)
  await addMember(tx, { companyId, userId, role: 'owner', until: null })
  const owners = (await listMembers(tx, companyId)).filter(({ role }) => role === 'owner')
  await notifyOwners(tx, owners, { companyId, firstName, isOwner: true })
  const line = { actor: by, action: 'team.owner', object: `company:${companyId}`, details: { member: userId } }
  await announce(tx, companyId, userId, line)
  return true
}

type Following = Pick<Change, 'companyId' | 'actor'> & { member: Member; owners: readonly Member[]; isOwner: boolean }

/** An owner more or fewer: asks a second proof, but for oneself; never the last one; all owners are told by mail. */
async function followOwners(
  { config }: Pick<Dependencies, 'config'>,
  tx: Transaction,
  { companyId, actor, member, owners, isOwner }: Following,
): Promise<void> {
  if (isOwner === (member.role === 'owner')) return
  if (member.id !== actor.userId) await requireFreshProof(tx, config, actor)
  // Who asked for the deletion of their account is gone in thirty days: they do not count.
  if (!isOwner && !owners.some(({ id, isLeaving }) => id !== member.id && !isLeaving)) throw refusal('team.last_owner')
  await notifyOwners(tx, [...owners, member], { companyId, firstName: member.firstName, isOwner })
}

type OwnerNews = { companyId: string; firstName: string | null; isOwner: boolean }

async function notifyOwners(
  tx: Transaction,
  owners: readonly Member[],
  { companyId, firstName, isOwner }: OwnerNews,
): Promise<void> {
  const say = isOwner ? teamTexts.isOwner : teamTexts.isNoOwner
  const sentence = say(firstName ?? '', await findCompanyName(tx, companyId))
  for (const userId of new Set(owners.map(({ id }) => id))) await notifyAccount(tx, { userId, sentence })
}

/** The audit line, and the event by which the streams of the member are read again in every process. */
async function announce(tx: Transaction, companyId: string, memberId: number, line: Parameters<typeof audit>[1]) {
  await audit(tx, line)
  await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`, `user:${memberId}`])
}

const endNoticeHour = 9

/** Tells the owners once, seven days before at nine o'clock in Paris, that a member's access ends. */
export const endingMembersTask: PeriodicTask = {
  name: 'ending-members',
  everySeconds: 60,
  run: async ({ db }) => {
    const ending = await listEndingMembers(db, endNoticeDays, endNoticeHour)
    await eachAlone(ending, async ({ companyId, id: userId, firstName, until }) => {
      const sentence = teamTexts.ends(firstName, formatDay(until))
      const event = `team-ends-${userId}-${until}`
      await transaction(db, (tx) =>
        notifyOfFact(tx, { companyId, kind: 'plan', event, fact: { sentence, path: '/equipe' } }),
      )
    })
  },
}
