import { z } from 'zod'
import { businessTypes } from '../kernel/business-type.ts'
import type { Contract } from '../kernel/contract.ts'
import { ofCompany, optionalText, pathId, pathUuid, typedPhone } from '../kernel/fields.ts'
import { roles } from '../kernel/roles.ts'

const role = z.enum(roles)
/** YYYY-MM-DD, the last day; null for none. */
const until = z.string().nullable()
const person = { id: z.number(), role, until, phoneEnd: z.string().nullable() }

const team = z.object({
  /** Oneself first, then by role. */
  members: z.array(z.object({ ...person, name: z.string(), since: z.string(), isMe: z.boolean() })),
  invitations: z.array(z.object({ ...person, invitedBy: z.string().nullable(), expiresAt: z.string() })),
  most: z.number(),
})
const ofTeam = { ...ofCompany('manager'), answer: team } as const
const ofMember = z.object({ id: pathUuid(), memberId: pathId() })
const changing = ['MEMBER_NOT_FOUND', 'ROLE_FORBIDDEN', 'SECOND_PROOF_REQUIRED', 'LAST_OWNER'] as const

/** Who works for a company, with which role, until when (docs/spec/team.md). */
export const teamContract = {
  readTeam: {
    summary: 'The members of a company; for managers also the last digits of their numbers, and the invitations.',
    call: 'GET /v1/company/:id/team',
    ...ofCompany('counter'),
    answer: team,
  },
  invite: {
    summary: 'Invites a number for seven days; the same number again replaces its invitation.',
    call: 'POST /v1/company/:id/invitations',
    ...ofTeam,
    body: z.object({ phone: typedPhone(), role: optionalText(), until: optionalText() }),
    refusals: ['INVALID_PHONE', 'ROLE_FORBIDDEN', 'ALREADY_MEMBER', 'TEAM_FULL'],
  },
  withdrawInvitation: {
    summary: 'Withdraws an invitation to a role below one’s own.',
    call: 'DELETE /v1/company/:id/invitations/:invitationId',
    ...ofTeam,
    params: z.object({ id: pathUuid(), invitationId: pathId() }),
    refusals: ['INVITATION_NOT_FOUND', 'ROLE_FORBIDDEN'],
  },
  changeMember: {
    summary: 'Changes the role or the last day of a member; null or empty clears the day, absent changes nothing.',
    call: 'PUT /v1/company/:id/team/:memberId',
    ...ofTeam,
    params: ofMember,
    body: z.object({ role: optionalText(), until: optionalText() }),
    refusals: changing,
  },
  removeMember: {
    summary: 'Removes a member, at once; anybody may leave, but the last owner.',
    call: 'DELETE /v1/company/:id/team/:memberId',
    ...ofCompany('counter'),
    params: ofMember,
    refusals: changing,
  },
  listInvitations: {
    summary: 'The invitations of the caller’s number, newest first.',
    call: 'GET /v1/invitations',
    access: 'session',
    answer: z.array(
      z.object({
        id: z.number(),
        companyId: z.string(),
        name: z.string(),
        type: z.enum(businessTypes),
        picture: z.string().nullable(),
        role,
        until,
        invitedBy: z.string().nullable(),
        expiresAt: z.string(),
      }),
    ),
  },
  acceptInvitation: {
    summary: 'Joins the team; asks for the two names of who has none.',
    call: 'POST /v1/invitations/:id/accept',
    access: 'session',
    params: z.object({ id: pathId() }),
    body: z.object({ first_name: optionalText(), last_name: optionalText() }),
    answer: z.object({ companyId: z.string() }),
    refusals: ['INVITATION_NOT_FOUND'],
  },
  refuseInvitation: {
    summary: 'Refuses an invitation of the caller’s number.',
    call: 'DELETE /v1/invitations/:id',
    access: 'session',
    params: z.object({ id: pathId() }),
    refusals: ['INVITATION_NOT_FOUND'],
  },
} as const satisfies Contract
