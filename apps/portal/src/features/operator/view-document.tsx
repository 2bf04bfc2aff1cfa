import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { fetchFile } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './operator.module.css'

const reason = 'Vérification du dossier d’inscription'
const sides = { front: 'recto', back: 'verso' } as const

type ViewDocumentProps = { id: number; side: keyof typeof sides; owner: string }

/** Opens one document for as long as the window is open; the server writes who looked, when and why. */
export function ViewDocument({ id, side, owner }: ViewDocumentProps) {
  const [address, setAddress] = useState<string>()
  const view = useMutation({
    mutationFn: () => fetchFile(`/v1/operator/identity-documents/${id}/view`, { reason }),
    onSuccess: (file) => setAddress(URL.createObjectURL(file)),
    onError: (error) => showToast(messageOf(error), 'danger'),
  })
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address])
  const title = `Pièce de «\u00a0${owner}\u00a0», ${sides[side]}`
  return (
    <>
      <Button
        variant="secondary"
        icon={<IconEye />}
        aria-label={`Voir le ${sides[side]} de «\u00a0${owner}\u00a0»`}
        loading={view.isPending}
        onClick={() => view.mutate()}
      >
        Voir le {sides[side]}
      </Button>
      <Modal opened={address !== undefined} onClose={() => setAddress(undefined)} title={title} size="wide">
        <img className={styles.picture} src={address} alt={title} />
      </Modal>
    </>
  )
}
