import { frenchDateTime } from '@parvis/domain/kernel/french-date'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { unlimited } from '@parvis/domain/subscription/plans'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { InstantForm } from './use-instant-form.ts'

const choices = [
  { value: 'now', label: 'Publier maintenant' },
  { value: 'later', label: 'Publier le…' },
  { value: 'draft', label: 'Garder en brouillon' },
] as const

/** When residents see it: at once, from a date on, or not yet. */
export function PublicationSection({ form }: { form: InstantForm }) {
  const { values, change, instant } = form
  const publication = values.publication ?? 'now'
  const isPublished = instant?.publication.state === 'published' && instant.schedule !== null
  // What residents have seen is cancelled or paused from the list, not hidden from here.
  if (isPublished && publication === 'now') return null
  return (
    <Card title="Publication">
      <div className="stack-3">
        <SelectField
          name="publication"
          label="Quand les habitants le verront"
          value={publication}
          onChange={(next) => change({ publication: next })}
          options={choices}
        />
        {publication === 'later' ? <PublishLater form={form} /> : null}
        {publication === 'draft' ? (
          <p role="status">Vous seul le verrez, même sans date, jusqu’à ce que vous le publiiez.</p>
        ) : null}
      </div>
    </Card>
  )
}

function PublishLater({ form: { values, change, company } }: { form: InstantForm }) {
  const at = readDateTime(values.publishAt ?? '')
  return (
    <>
      <DateTimeField
        name="publishAt"
        label="Date de publication"
        hint="D’une minute à douze mois à l’avance"
        value={values.publishAt ?? ''}
        onChange={(publishAt) => change({ publishAt })}
      />
      {at ? <p role="status">Programmé pour le {frenchDateTime(at)}</p> : null}
      {company.subscription.allowedNotificationPerInstant === unlimited ? (
        <CheckboxField
          name="notifyAtPublication"
          label="Prévenir mes abonnés à la publication"
          value={values.notifyAtPublication === true}
          onChange={(notifyAtPublication) => change({ notifyAtPublication })}
        />
      ) : null}
    </>
  )
}
