import { messageOf } from '../lib/api-error.ts'
import { useTeamAddress } from '../lib/configuration.ts'
import { typographic } from '../lib/typographic.ts'
import { Alert } from './alert.tsx'

type FailureAlertProps = {
  /** The failure of a form, a sentence, or what a call has thrown; without one nothing is shown. */
  error: unknown
  /** For programs: `data-error`; absent, the key of the form's failure. */
  errorKey?: string | undefined
}

/** Why the last try failed. */
export function FailureAlert({ error, errorKey }: FailureAlertProps) {
  if (!error) return null
  const { key, text } = isFormFailure(error) ? error : { key: undefined, text: sentenceOf(error) }
  return (
    <Alert tone="danger" errorKey={errorKey ?? key}>
      {typographic(text)}
      <TeamAddress errorKey={key} />
    </Alert>
  )
}

const isFormFailure = (error: unknown): error is { key?: string; text: string } =>
  typeof error === 'object' && error !== null && 'text' in error

const sentenceOf = (error: unknown) => (typeof error === 'string' ? error : messageOf(error))

/** Where to write when only the team can help. */
export function TeamAddress({ errorKey }: { errorKey: string | undefined }) {
  const address = useTeamAddress(errorKey)
  return address ? (
    <div>
      <a href={`mailto:${address}`}>{address}</a>
    </div>
  ) : null
}
