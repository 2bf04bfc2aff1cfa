import { maxBookingReason } from '@parvis/domain/bookings/booking'
import { useState } from 'react'
import { refresh } from '../../../api/query-client.ts'
import { readsOf } from '../../../api/reads-of.ts'
import { call } from '../../../lib/request.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextareaField } from '../../../ui/text-field.tsx'
import type { Person } from './desk.ts'

type Props = { id: string; person: Person; onClose: () => void }

/** Takes somebody off the list, with a word to who booked on the site. */
export function RemovePersonDialog({ id, person, onClose }: Props) {
  const [reason, setReason] = useState('')
  const remove = async () => {
    await call('DELETE /v1/instants/:id/bookings/people/:bookingId', {
      params: { id, bookingId: person.id },
      body: { reason: reason.trim() },
    })
    await refresh(...readsOf.instant)
  }
  const isTold = person.source === 'site'
  return (
    <ConfirmDialog
      danger
      title={`Retirer ${person.name}\u00a0?`}
      confirmLabel="Retirer de la liste"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {isTold
          ? 'Cette personne sera prévenue et ne pourra plus réserver cette date. Sa place ira à la suivante.'
          : 'Sa place ira à la personne suivante de la liste.'}
      </p>
      {isTold ? (
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
