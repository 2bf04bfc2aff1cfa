import { maxBookingNote, maxBookingReason, seatBounds } from '@parvis/domain/bookings/booking'
import { bookingsFieldTexts } from '@parvis/domain/bookings/bookings.refusals.fr'
import { useState } from 'react'
import { refresh } from '../../../api/query-client.ts'
import { readsOf } from '../../../api/reads-of.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import { useForm } from '../../../lib/use-form.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog-form.tsx'
import { NumberField, TextareaField, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { DeskDate, Person } from './desk.ts'

type Props = { id: string; date: DeskDate; onClose: () => void }

/** Somebody who telephoned: past the list, and past the capacity when it is asked twice. */
export function AddPersonDialog({ id, date, onClose }: Props) {
  const [isFull, setFull] = useState(false)
  const [isOver, setOver] = useState(false)
  const form = useForm({
    name: `person ${id} ${date.date}`,
    initial: { name: '', seats: '1', note: '' },
    textOf: bookingsFieldTexts,
    submit: async ({ name, seats, note }) => {
      try {
        const body = { date: date.date, name: name.trim(), seats: Number(seats), note, overCapacity: isOver }
        const person = await call('POST /v1/instants/:id/bookings/people', { params: { id }, body })
        showToast(`${person.name} est sur la liste, code ${person.code ?? ''}`)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'BOOKING_FULL') setFull(true)
        throw error
      }
      await refresh(...readsOf.instant)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Ajouter quelqu’un"
      size="normal"
      form={form}
      submitLabel="Ajouter"
      closeLabel="Fermer"
      onClose={onClose}
    >
      <TextField label="Nom" required autoFocus autoComplete="off" limit={50} {...form.field('name')} />
      <NumberField label="Places" required digits={String(seatBounds.byHand[1]).length} {...form.field('seats')} />
      <TextField label="Note (facultatif)" limit={maxBookingNote} {...form.field('note')} />
      {isFull ? (
        <CheckboxField
          name="overCapacity"
          label="L’ajouter quand même, au-delà du nombre de places"
          value={isOver}
          onChange={setOver}
        />
      ) : null}
    </FormDialog>
  )
}

type RemoveProps = { id: string; person: Person; onClose: () => void }

/** Takes somebody off the list, with a word to who booked on the site. */
export function RemovePersonDialog({ id, person, onClose }: RemoveProps) {
  const [reason, setReason] = useState('')
  const remove = async () => {
    await call('DELETE /v1/instants/:id/bookings/people/:bookingId', {
      params: { id, bookingId: person.id },
      body: { reason: reason.trim() },
    })
    await refresh(...readsOf.instant)
  }
  const isNotified = person.source === 'site'
  return (
    <ConfirmDialog
      danger
      title={`Retirer ${person.name}\u00a0?`}
      confirmLabel="Retirer de la liste"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {isNotified ? 'Cette personne sera prévenue et ne pourra plus réserver cette date. ' : ''}
        {person.state === 'waiting' ? '' : 'Sa place ira à la personne suivante de la liste.'}
      </p>
      {isNotified ? (
        <TextareaField
          name="reason"
          label="Motif (facultatif)"
          rows={2}
          limit={maxBookingReason}
          value={reason}
          onChange={setReason}
        />
      ) : null}
    </ConfirmDialog>
  )
}
