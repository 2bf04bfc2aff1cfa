import type { AnswerOf } from '@parvis/domain/api'
import { matchesSearch } from '@parvis/domain/kernel/text'
import { fillVariables } from '@parvis/domain/messages/variables.fr'
import { useQuery } from '@tanstack/react-query'
import { deviceKey, query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'
import { useCompany } from '../../lib/session.ts'

export type PreparedReply = AnswerOf<'GET /v1/company/:id/quick-replies'>[number]
/** A text that a thread offers; without id it is an example of the trade, stored nowhere. */
export type OfferedReply = Omit<PreparedReply, 'id'> & { id: number | undefined }
export type Away = AnswerOf<'GET /v1/company/:id/away-message'>

export const quickRepliesQuery = query('GET /v1/company/:id/quick-replies')

export const awayQuery = query('GET /v1/company/:id/away-message')

export const useChangeReplies = () => useChange<PreparedReply[]>(quickRepliesQuery, { isQuiet: true })

/** The quick replies that match the typed text, most used first. */
export function matchingReplies(replies: readonly OfferedReply[], typed: string): OfferedReply[] {
  return replies
    .filter(({ shortcut, text }) => matchesSearch(`${shortcut} ${text}`, typed))
    .toSorted((one, other) => other.uses - one.uses)
}

/** Examples of the trade, read with the list of trades only where there is no reply yet. */
export function useExampleReplies(replies: readonly PreparedReply[] | undefined) {
  const { type, category } = useCompany()
  return useQuery({
    queryKey: deviceKey('example-replies', type, category),
    queryFn: async () => (await import('@parvis/domain/messages/example-replies.fr')).exampleReplies(type, category),
    enabled: replies?.length === 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The prepared texts of the company, else examples of its trade, and one as a resident reads it: filled before it is sent. */
export function usePreparedReplies(label: string) {
  const { data: replies } = useQuery(quickRepliesQuery)
  const { data: away } = useQuery(awayQuery)
  const { data: examples } = useExampleReplies(replies)
  const offered = examples?.map((text) => ({ ...text, id: undefined, image: null, uses: 0 }))
  const list: readonly OfferedReply[] | undefined = replies?.length === 0 ? offered : replies
  return {
    list,
    fill: (text: string) => fillVariables(text, { ...away?.variables, prénom: firstNameOf(label) }),
  }
}

export type PreparedReplies = ReturnType<typeof usePreparedReplies>

/** First name: `Marie` of `Marie D.`; null for a resident without a name. */
function firstNameOf(label: string): string | null {
  return label === 'Un habitant' ? null : label.replace(/ \p{Lu}\.$/u, '')
}
