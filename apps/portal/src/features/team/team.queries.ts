import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'

type Team = AnswerOf<'GET /v1/company/:id/team'>
export type TeamMember = Team['members'][number]
export type SentInvitation = Team['invitations'][number]

export const teamQuery = (id: string) => query('GET /v1/company/:id/team', { params: { id } })

/** Shows the team that a call answered. */
export const storeTeam = (id: string, team: Team) => void queryClient.setQueryData(teamQuery(id).queryKey, team)
