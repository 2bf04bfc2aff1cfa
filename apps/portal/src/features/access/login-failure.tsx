import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from '../../lib/session.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'

const callForHelp = ['contact_provider', 'too_many_attempts']

/** What a step of the sign-in says when it failed; with the team's address when only they can help (AMB-134). */
export function LoginFailure({ error }: { error: FieldError | undefined }) {
  const needsHelp = error !== undefined && callForHelp.includes(error.key)
  const { data } = useQuery({ ...configurationQuery, enabled: needsHelp })
  if (!error) return null
  return (
    <Alert tone="danger" errorKey={error.key}>
      {error.text}
      {needsHelp && data?.supportEmail ? (
        <>
          {'\u00a0: '}
          <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>
        </>
      ) : null}
    </Alert>
  )
}
