import { bookingsFieldTexts } from '@parvis/domain/bookings/bookings.refusals.fr'
import { query } from '../../../api/query.ts'
import { queryClient, refresh } from '../../../api/query-client.ts'
import { readsOf } from '../../../api/reads-of.ts'
import { call } from '../../../lib/request.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useVersionedForm } from '../../../lib/use-versioned-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { SaveRow } from '../../../ui/save-row.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { NumberField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { Desk, DeskDate } from './desk.ts'

const closings = [
  [0, 'Au début'],
  [60, 'Une heure avant'],
  [180, 'Trois heures avant'],
  [1_440, 'La veille'],
  [2_880, 'Deux jours avant'],
  [10_080, 'Une semaine avant'],
] as const

/** A closing that another client wrote is kept, in minutes. */
function closingOptions(now: number) {
  const known = closings.some(([minutes]) => minutes === now)
  return [...closings, ...(known ? [] : [[now, `${now} minutes avant`] as const])].map(([minutes, label]) => ({
    value: String(minutes),
    label,
  }))
}

/** Shown at once: with the version of before, the next change would be refused as that of another device (optimistic locking). */
async function showSaved(id: string, desk: Desk, said: string): Promise<void> {
  queryClient.setQueryData(query('GET /v1/instants/:id/bookings', { params: { id }, query: {} }).queryKey, desk)
  showToast(said)
  await refresh(...readsOf.instant)
}

const valuesOf = ({ capacity, perPerson, closesMinutes, phoneNeeded }: Desk) => ({
  isOpen: capacity !== null,
  capacity: String(capacity ?? 20),
  perPerson: String(perPerson),
  closesMinutes: String(closesMinutes),
  phoneNeeded,
})

/** Opens seats on the dates of an instant, or closes them: nobody who holds one loses it. */
export function SeatSettingsForm({ id, desk }: { id: string; desk: Desk }) {
  const form = useVersionedForm({
    stored: desk,
    valuesOf,
    reload: () => refresh(...readsOf.instant),
    textOf: bookingsFieldTexts,
    save: async ({ isOpen, capacity, perPerson, closesMinutes, phoneNeeded }, { version }) => {
      const saved = await call('PUT /v1/instants/:id/bookings', {
        params: { id },
        body: {
          version,
          capacity: isOpen ? Number(capacity) : null,
          perPerson: Number(perPerson),
          closesMinutes: Number(closesMinutes),
          phoneNeeded,
        },
      })
      const said = isOpen
        ? 'Les habitants peuvent réserver.'
        : 'Plus de nouvelle réservation\u00a0; celles qui sont prises restent.'
      await showSaved(id, saved, said)
      return saved
    },
  })
  return (
    <Card title="Réservations">
      <form className="stack-2" onSubmit={form.onSubmit} noValidate>
        <CheckboxField
          look="switch"
          label="Prendre des réservations"
          hint="Sans compte, d’un geste, depuis la page de cet instant."
          {...form.field('isOpen')}
        />
        {form.values.isOpen ? (
          <>
            <NumberField label="Nombre de places" required digits={3} {...form.field('capacity')} />
            <NumberField label="Par personne, au plus" required digits={2} {...form.field('perPerson')} />
            <SelectField
              label="Jusqu’à"
              options={closingOptions(desk.closesMinutes)}
              {...form.field('closesMinutes')}
            />
            <CheckboxField label="Demander un numéro de mobile confirmé" {...form.field('phoneNeeded')} />
          </>
        ) : null}
        <SaveRow form={form} what="les réglages" />
      </form>
    </Card>
  )
}

type OwnSeatsProps = { id: string; version: number; date: DeskDate }

/** The number of seats of one date alone; left empty, it is that of all dates. */
export function OwnSeatsForm({ id, version, date }: OwnSeatsProps) {
  const form = useForm({
    initial: { capacity: date.own ? String(date.capacity) : '' },
    textOf: bookingsFieldTexts,
    submit: async ({ capacity }) => {
      const body = { version, capacity: capacity.trim() === '' ? null : Number(capacity), date: date.date }
      const saved = await call('PUT /v1/instants/:id/bookings', { params: { id }, body })
      await showSaved(id, saved, 'Le nombre de places de cette date est enregistré.')
    },
  })
  return (
    <form className="row bottom" onSubmit={form.onSubmit} noValidate>
      <NumberField
        label="Places à cette date seulement"
        hint="Laissez vide pour garder le nombre commun."
        digits={3}
        {...form.field('capacity')}
        // Another field of this page is named so: its label would lead here.
        name="ownCapacity"
      />
      <Button type="submit" variant="secondary" loading={form.isPending} disabled={!form.isDirty}>
        Changer
      </Button>
      <FailureAlert error={form.failure} />
    </form>
  )
}
