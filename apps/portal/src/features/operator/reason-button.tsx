import { operatorFieldTexts } from '@parvis/domain/operator/operator.refusals.fr'
import { checkReason, maxReason } from '@parvis/domain/operator/reason'
import { type ComponentProps, useState } from 'react'
import { refresh } from '../../api/query-client.ts'
import { operatorReads } from '../../api/reads-of.ts'
import { type Confirmation, ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { TextareaField } from '../../ui/text-field.tsx'

type ReasonButtonProps = Omit<ComponentProps<typeof ConfirmButton>, 'ask'> & {
  ask: Omit<Confirmation, 'onConfirm'> & { onConfirm: (reason: string) => unknown }
}

/** A button of the team that asks why before it acts: the reason stays in the audit trail. */
export function ReasonButton({ ask, ...button }: ReasonButtonProps) {
  const [reason, setReason] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const confirm = () => {
    const isMissing = Object.keys(checkReason(reason)).length > 0
    setTooShort(isMissing)
    return isMissing ? false : ask.onConfirm(reason)
  }
  const field = (
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
  )
  const children = (
    <div className="column gap-3">
      {ask.children}
      {field}
    </div>
  )
  return <ConfirmButton {...button} ask={{ ...ask, children, onConfirm: confirm }} />
}

const pageLength = 50

/** What is asked after the last of a full page; a shorter one is the end of its list. */
export function whereFull<Row, Asked>(page: readonly Row[], askedAfter: (last: Row) => Asked): Asked | undefined {
  const last = page[pageLength - 1]
  return last && askedAfter(last)
}

/** Reads again what the panels of the desk show: one decision may show on several. */
export const refreshDesk = () => refresh(...operatorReads)
