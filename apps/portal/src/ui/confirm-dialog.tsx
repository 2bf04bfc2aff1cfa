import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { Modal } from './modal.tsx'

type ConfirmDialogProps = {
  /** Without it, for as long as it is drawn. */
  opened?: boolean
  onClose: () => void
  onConfirm: () => void
  /** Names the thing: « Supprimer « Atelier pain » ? » */
  title: string
  /** What will be lost, what stays. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  pending?: boolean
  /** Why the last try failed. */
  error?: unknown
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened = true,
    onClose,
    onConfirm,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Annuler',
    danger,
    pending = false,
    error,
  } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="narrow" isBusy={pending}>
      <div className="stack-2">
        {children}
        <FailureAlert error={error} />
        <div className="answers top-1">
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} loading={pending}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
