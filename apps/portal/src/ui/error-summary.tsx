import type { MouseEvent } from 'react'
import { typographic } from '../lib/typographic.ts'
import { type FieldError, type FieldErrorMap, focusField } from '../lib/use-form.ts'
import { Alert } from './alert.tsx'
import { TeamAddress } from './failure-alert.tsx'

type ErrorSummaryProps = {
  errors: FieldErrorMap
  /** What each field is called on the page. */
  labels: Record<string, string>
  /** The message of the whole form; else that of the first field. */
  failure?: { key: string; text: string } | undefined
  /** What to say of the whole form rather than the sentence of its first field. */
  titleOf?: (first: FieldError) => string
}

/** Error summary above a form's button, each line a link to its field; empty without errors. */
export function ErrorSummary({ errors, labels, failure, titleOf = sentenceOf }: ErrorSummaryProps) {
  const entries = Object.entries(errors)
  const first = entries[0]?.[1]
  const message = failure ?? (first && { key: first.key, text: titleOf(first) })
  if (!message) return null
  return (
    <Alert tone="danger" errorKey={message.key} title={message.text}>
      <TeamAddress errorKey={message.key} />
      {entries.length > 0 ? (
        <ul>
          {entries.map(([field, error]) => (
            <li key={field}>
              <a href={`#field-${field}`} onClick={(event) => goTo(event, field)}>
                {labels[field] ?? field}
              </a>
              {error.key === message.key || error.text === message.text ? null : `\u00a0: ${typographic(error.text)}`}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  )
}

const sentenceOf = ({ text }: FieldError) => text

function goTo(event: MouseEvent, field: string): void {
  event.preventDefault()
  focusField(field)
}
