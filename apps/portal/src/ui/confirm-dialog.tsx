import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { messageOf } from '../lib/api-error.ts'
import { Button } from './button.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { Modal } from './modal.tsx'

export type Confirmation = {
  /** Names the thing: « Supprimer « Atelier pain » ? » */
  title: string
  /** What will be lost, what stays. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Does it, once; meanwhile nothing closes the window, which closes when it is done, unless it answers false. */
  onConfirm: () => unknown
  /** The sentence of its failure, in the window. */
  failureText?: (error: unknown) => string
}
type ConfirmDialogProps = Confirmation & {
  /** Without it, for as long as it is drawn. */ opened?: boolean
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened = true,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Annuler',
    danger,
    failureText = messageOf,
  } = props
  const { isPending, error, confirm, close } = useConfirmed(props)
  return (
    <Modal opened={opened} onClose={close} title={title} size="narrow" isBusy={isPending}>
      <div className="stack-2">
        {children}
        <FailureAlert error={error && failureText(error)} />
        <div className="answers top-1">
          <Button variant="secondary" disabled={isPending} onClick={close}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={confirm} loading={isPending}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function useConfirmed({ onConfirm, onClose }: ConfirmDialogProps) {
  // A ref, because the second click of a double click comes before React renders the locked button.
  const isUnderWay = useRef(false)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async () => (await onConfirm()) !== false,
    onSuccess: (isDone) => isDone && onClose(),
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const confirm = () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate()
  }
  const close = () => {
    reset()
    onClose()
  }
  return { isPending, error, confirm, close }
}

type ConfirmButtonProps = ComponentProps<typeof Button> & { ask: Confirmation }

/** A button that asks before it acts. */
export function ConfirmButton({ ask, ...button }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {isAsking ? <ConfirmDialog {...ask} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/** The same in text only, beside one thing of several. */
export const QuietConfirm = (props: ConfirmButtonProps) => <ConfirmButton variant="quiet" size="small" {...props} />
