import { useQueryClient } from '@tanstack/react-query'
import { NewerVersionDialog } from '../../../ui/newer-version-dialog.tsx'
import { kindOf, type ServerInstant } from '../instant.ts'
import { instantQuery } from '../instants.queries.ts'
import { InstantPreview } from './instant-preview.tsx'
import { valuesOf } from './instant-values.ts'
import { pendingDateOf } from './notification-state.ts'
import type { InstantForm } from './use-instant-form.ts'

/** The instant was saved elsewhere since this form was opened. */
export function NewerInstant({ form }: { form: InstantForm }) {
  const queryClient = useQueryClient()
  const { newer, company, now } = form
  const { newer: stored } = newer
  if (!stored) return null
  const take = () => {
    queryClient.setQueryData(instantQuery(String(stored.instantInformation.id)).queryKey, stored)
    form.reset(filled(stored))
    newer.close()
  }
  return (
    <NewerVersionDialog
      title={newer.text}
      preview={<InstantPreview values={filled(stored)} company={company} instant={stored} now={now} />}
      onKeepMine={form.saveOver}
      onTakeStored={take}
      onClose={newer.close}
    />
  )
}

const filled = (stored: ServerInstant) => valuesOf(stored, kindOf(stored), pendingDateOf(stored))
