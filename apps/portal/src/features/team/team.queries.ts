import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'

type Team = AnswerOf<'GET /v1/company/:id/team'>
export type TeamMember = Team['members'][number]
export type SentInvitation = Team['invitations'][number]

export const teamQuery = query('GET /v1/company/:id/team')

/** A change of the team; a refusal shows in a toast, unless the form shows it. */
export const useChangeTeam = (isQuiet?: boolean) => useChange<Team>(teamQuery, { isQuiet })
