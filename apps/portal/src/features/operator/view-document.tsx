import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './operator.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

const sides = { front: 'recto', back: 'verso' } as const

type ViewDocumentProps = { id: number; side: keyof typeof sides; owner: string }

/** Opens one document for as long as the window is open; the server writes who looked, when and why. */
export function ViewDocument({ id, side, owner }: ViewDocumentProps) {
  const [address, setAddress] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const view = useMutation({
    mutationFn: (reason: string) => fetchFile(`/v1/operator/identity-documents/${id}/view`, { reason }),
    onSuccess: (file) => {
      setAsking(false)
      setAddress(URL.createObjectURL(file))
    },
  })
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address])
  const title = `Pièce de «\u00a0${owner}\u00a0», ${sides[side]}`
  return (
    <>
      <Button
        variant="secondary"
        icon={<IconEye />}
        aria-label={`Voir le ${sides[side]} de «\u00a0${owner}\u00a0»`}
        onClick={() => setAsking(true)}
      >
        Voir le {sides[side]}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={`Voir le ${sides[side]} de «\u00a0${owner}\u00a0»\u00a0?`}
          confirmLabel="Voir la pièce"
          pending={view.isPending}
          error={view.error}
          onConfirm={(reason) => view.mutate(reason)}
          onClose={() => {
            setAsking(false)
            view.reset()
          }}
        />
      ) : null}
      <Modal opened={address !== undefined} onClose={() => setAddress(undefined)} title={title} size="wide">
        <img className={styles.picture} src={address} alt={title} />
      </Modal>
    </>
  )
}
