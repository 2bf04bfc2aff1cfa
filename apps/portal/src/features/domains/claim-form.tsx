import { domainsFieldTexts } from '@parvis/domain/domains/domains.fr'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type OwnDomain, useChangeDomain } from './domain.queries.ts'

const texts: Record<string, string> = domainsFieldTexts

/** The name that the page shall have; a refusal of the server stands beside the field. */
export function ClaimForm({ domain: { state, shown } }: { domain: OwnDomain }) {
  const { claim } = useChangeDomain()
  const isFirst = state === 'none'
  const form = useForm({
    initial: { domain: state === 'stopped' ? (shown ?? '') : '' },
    check: ({ domain }): Record<string, string> => (domain.trim() === '' ? { domain: 'domain_format_error' } : {}),
    textOf: (key) => texts[key] ?? key,
    submit: ({ domain }) => claim(domain),
  })
  return (
    <Card
      title={isFirst ? 'Le nom que vous avez' : 'Changer de nom'}
      sentence={
        isFirst
          ? 'Achetez-le d’abord chez un vendeur de noms de domaine (OVH, Gandi, Ionos…)\u00a0: nous n’en vendons pas.'
          : undefined
      }
    >
      <form className="stack-2 fields" onSubmit={form.onSubmit} noValidate>
        <TextField
          label="Nom de domaine"
          hint="Par exemple www.boulangerie-lilas.fr. Vous pouvez coller l’adresse entière."
          required
          inputMode="url"
          autoComplete="off"
          placeholder="boulangerie-lilas.fr"
          {...form.field('domain')}
        />
        {form.failure && Object.keys(form.errors).length === 0 ? (
          <Alert tone="danger" errorKey={form.failure.key}>
            {form.failure.text}
          </Alert>
        ) : null}
        <Button type="submit" variant={isFirst ? 'primary' : 'secondary'} loading={form.isPending}>
          {isFirst ? 'Utiliser ce nom' : 'Remplacer par ce nom'}
        </Button>
      </form>
    </Card>
  )
}
