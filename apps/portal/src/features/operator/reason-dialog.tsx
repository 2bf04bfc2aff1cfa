import { operatorFieldTexts } from '@parvis/domain/operator/operator.refusals.fr'
import { checkReason, maxReason } from '@parvis/domain/operator/reason'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextareaField } from '../../ui/text-field.tsx'

type ReasonDialogProps = {
  title: string
  confirmLabel: string
  danger?: boolean
  pending: boolean
  /** Why the last try failed. */
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks why before an act of the team: the reason stays in the audit trail. */
export function ReasonDialog({ error, onConfirm, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const confirm = () => {
    const isMissing = Object.keys(checkReason(reason)).length > 0
    setTooShort(isMissing)
    if (!isMissing) onConfirm(reason)
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm} error={error}>
      <div className="column gap-3">
        {children}
        <TextareaField
          name="act_reason"
          label="Motif"
          hint="Il reste au journal."
          required
          rows={3}
          limit={maxReason}
          value={reason}
          onChange={setReason}
          error={isTooShort ? { key: 'reason_error', text: operatorFieldTexts.reason_error } : undefined}
        />
      </div>
    </ConfirmDialog>
  )
}
