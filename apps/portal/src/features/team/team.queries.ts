import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'

type Team = AnswerOf<'GET /v1/company/:id/team'>
export type TeamMember = Team['members'][number]
export type SentInvitation = Team['invitations'][number]

export const teamQuery = query('GET /v1/company/:id/team')

/** A change of the team, whose refusal the form shows. */
export const useChangeTeam = () => useChange<Team>(teamQuery, { isQuiet: true })
