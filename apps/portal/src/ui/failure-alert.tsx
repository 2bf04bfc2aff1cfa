import type { FieldError } from '../lib/use-form.ts'
import { Alert } from './alert.tsx'

type FailureAlertProps = {
  error: FieldError | undefined
  /** The team's e-mail address, when only they can help. */
  team: string | undefined
}

/** What a step of signing in or up says when it failed. */
export function FailureAlert({ error, team }: FailureAlertProps) {
  if (!error) return null
  return (
    <Alert tone="danger" errorKey={error.key} title={error.text}>
      <TeamAddress address={team} />
    </Alert>
  )
}

export function TeamAddress({ address }: { address: string | undefined }) {
  return address ? <a href={`mailto:${address}`}>{address}</a> : null
}
