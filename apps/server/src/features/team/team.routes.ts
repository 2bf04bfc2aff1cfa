import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { isAtLeast } from '@parvis/domain/kernel/roles'
import { maxTeam } from '@parvis/domain/team/team'
import { teamContract } from '@parvis/domain/team/team.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import type { ActingCompany, Actor } from '../../http/actor.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { changeMember, removeMember } from './change-team.ts'
import { invite, withdrawInvitation } from './invite.ts'
import { acceptInvitation, readInvitations, refuseInvitation } from './join-team.ts'
import { listInvitations, listMembers } from './team.queries.ts'

type Call = { actor: Actor; company: ActingCompany }

export function teamRoutes(app: FastifyInstance, deps: Dependencies): void {
  const by = ({ actor, company }: Call) => ({ companyId: company.id, userId: actor.userId })
  const at = ({ actor, company }: Call, memberId: number) => ({ companyId: company.id, memberId, actor })
  bindContract(app, deps, teamContract, {
    readTeam: async (call) => await readTeam(deps, call),
    invite: async (call) => {
      await invite(deps, by(call), call.body)
      return await readTeam(deps, call)
    },
    withdrawInvitation: async (call) => {
      await withdrawInvitation(deps, by(call), call.params.invitationId)
      return await readTeam(deps, call)
    },
    changeMember: async (call) => {
      await changeMember(deps, at(call, call.params.memberId), call.body)
      return await readTeam(deps, call)
    },
    removeMember: async (call) => await removeMember(deps, at(call, call.params.memberId)),
    listInvitations: async ({ actor }) => await readInvitations(deps, actor),
    acceptInvitation: async ({ actor, params, body }) => await acceptInvitation(deps, actor, params.id, body),
    refuseInvitation: async ({ actor, params }) => await refuseInvitation(deps, actor, params.id),
  })
}

/** Below manager neither digits of numbers nor invitations are shown. */
async function readTeam({ db }: Dependencies, { actor, company }: Call) {
  const isShown = company.role !== undefined && isAtLeast(company.role, 'manager')
  const [members, invitations] = await Promise.all([
    listMembers(db, company.id),
    isShown ? listInvitations(db, company.id) : [],
  ])
  const shown = members.map(({ firstName, lastName, phoneEnd, ...member }) => ({
    ...member,
    name: [firstName, lastName].filter(Boolean).join(' '),
    phoneEnd: isShown ? phoneEnd : null,
    isMe: member.id === actor.userId,
  }))
  return {
    members: [...shown.filter(({ isMe }) => isMe), ...shown.filter(({ isMe }) => !isMe)],
    invitations: invitations.map(({ expiresAt, ...one }) => ({ ...one, expiresAt: writeParisIso(expiresAt) })),
    most: maxTeam,
  }
}
