import { maxCodeLabel, maxCodes } from '@parvis/domain/marketing/qr-links'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCompanyId } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type OwnCode, ownInstantsQuery, useChangeCodes } from './codes.queries.ts'

/** Where a shop hangs or lays a code. */
const places = ['Vitrine', 'Comptoir', 'Chevalet de table', 'Sac ou emballage', 'Tract', 'Marché']
const texts: Record<string, string> = { label_error: 'Dites où sera ce code, par exemple «\u00a0Vitrine\u00a0».' }

type AddCodeProps = { codes: readonly OwnCode[]; onAdded: (code: string) => void }

/** A code more: where it will be, and what it leads to. */
export function AddCode({ codes, onAdded }: AddCodeProps) {
  const { add } = useChangeCodes()
  const instants = useQuery(ownInstantsQuery(useCompanyId())).data ?? []
  const form = useForm({
    initial: { label: '', instantId: '' },
    check: ({ label }): Record<string, string> => (label.trim() === '' ? { label: 'label_error' } : {}),
    textOf: (key) => texts[key] ?? key,
    submit: async ({ label, instantId }) => {
      const all = await add({ label, ...(instantId && { instantId: Number(instantId) }) })
      form.reset()
      onAdded(all.at(-1)?.code ?? '')
    },
  })
  if (codes.length >= maxCodes) {
    return (
      <Alert tone="info">
        Vous avez vos {maxCodes} codes. Renommez-en un qui ne sert plus&nbsp;: l’affiche imprimée mène toujours chez
        vous.
      </Alert>
    )
  }
  const free = places.filter((place) => codes.every(({ label }) => label !== place))
  return (
    <Card title="Nouveau code">
      <form className="stack-2 fields" onSubmit={form.onSubmit} noValidate>
        <TextField label={'Où sera-t-il\u00a0?'} required limit={maxCodeLabel} {...form.field('label')} />
        <div className="row">
          {free.map((place) => (
            <Button key={place} variant="secondary" size="small" onClick={() => form.change({ label: place })}>
              {place}
            </Button>
          ))}
        </div>
        <SelectField
          label="Il mène à"
          {...form.field('instantId')}
          options={[
            { value: '', label: 'Votre page' },
            ...instants.map(({ instantInformation: { id, title } }) => ({ value: String(id), label: title })),
          ]}
        />
        {form.failure ? (
          <Alert tone="danger" errorKey={form.failure.key}>
            {form.failure.text}
          </Alert>
        ) : null}
        <Button type="submit" icon={<IconPlus aria-hidden="true" />} loading={form.isPending}>
          Créer le code
        </Button>
      </form>
    </Card>
  )
}
