import { parisToday } from '@parvis/domain/kernel/paris-today'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { checkPerson, type TypedPerson } from '@parvis/domain/registration/account-form'
import { accountErrorText } from '@parvis/domain/registration/registration.refusals.fr'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { sessionQuery, useSession } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './account-page.module.css'

const labels = { first_name: 'Prénom', last_name: 'Nom', email: 'E-mail', zip_code: 'Code postal', city: 'Ville' }

/** Name and e-mail; the phone is the account itself and does not change here. */
export function PersonalCard() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const form = useForm<TypedPerson>({
    initial: {
      first_name: user.first_name ?? '',
      last_name: user.last_name ?? '',
      phone_number: user.phone_number,
      date_of_birth: user.date_of_birth ?? '',
      email: user.email ?? '',
      zip_code: user.zip_code ?? '',
      city: user.city ?? '',
    },
    check: (person) => checkPerson(person, parisToday(Date.now())),
    textOf: (key, _field, person) => accountErrorText(key, person),
    submit: async (person) => {
      await call('POST /v1/profile/update', { body: person })
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      showToast('Vos informations sont enregistrées')
    },
  })
  useLeaveWarning(form.isDirty)
  return (
    <Card title="Mes informations" sentence={`Connexion par SMS au ${formatPhone(user.phone_number)}.`}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <TextField label={labels.first_name} required autoComplete="given-name" {...form.field('first_name')} />
        <TextField label={labels.last_name} required autoComplete="family-name" {...form.field('last_name')} />
        <TextField label={labels.email} required type="email" autoComplete="email" {...form.field('email')} />
        <TextField label={labels.zip_code} required inputMode="numeric" maxLength={5} {...form.field('zip_code')} />
        <TextField label={labels.city} required autoComplete="address-level2" {...form.field('city')} />
        <div className={styles.whole}>
          <ErrorSummary errors={form.errors} labels={labels} failure={form.failure} />
          <Button type="submit" loading={form.isPending} disabled={!form.isDirty}>
            Enregistrer
          </Button>
        </div>
      </form>
    </Card>
  )
}
