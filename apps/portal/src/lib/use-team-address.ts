import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from './session.ts'

/** Failures that only the team can lift: a blocked phone, too many attempts. */
export const needsTeam = (error: { key: string } | undefined): boolean =>
  error?.key === 'contact_provider' || error?.key === 'too_many_attempts'

/** The e-mail address of the team for such a failure, asked only then; nothing for the others (AMB-134). */
export function useTeamAddress(error: { key: string } | undefined): string | undefined {
  const isWanted = needsTeam(error)
  const { data } = useQuery({ ...configurationQuery, enabled: isWanted })
  return (isWanted && data?.supportEmail) || undefined
}
