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

/** Opens one document for as long as the window is open; the server writes who looked, when and why. */
export function ViewDocument({ id, label }: { id: number; label: string }) {
  const [address, setAddress] = useState<string>()
  const view = useMutation({
    mutationFn: () => fetchFile(`/v1/operator/identity-documents/${id}/view`, { reason }),
    onSuccess: (file) => setAddress(URL.createObjectURL(file)),
    onError: (error) => showToast(messageOf(error), 'danger'),
  })
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address])
  return (
    <>
      <Button variant="secondary" icon={<IconEye />} loading={view.isPending} onClick={() => view.mutate()}>
        {label}
      </Button>
      <Modal opened={address !== undefined} onClose={() => setAddress(undefined)} title={label} size="wide">
        <img className={styles.picture} src={address} alt={label} />
      </Modal>
    </>
  )
}
