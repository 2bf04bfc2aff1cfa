import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './operator.module.css'
import { ReasonDialog } from './reason-dialog.tsx'
import { type Blocked, useBlock } from './use-block.ts'

const block = { act: 'Débloquer', done: 'Débloqué' }
const words = { phone: block, discussion: block, company: { act: 'Lever la suspension', done: 'Suspension levée' } }

type BlockedRowProps = { blocked: Blocked; name: string; aside: string | undefined }

/** Somebody blocked or suspended, and the way to free them. */
export function BlockedRow({ blocked, name, aside }: BlockedRowProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useBlock()
  const { act, done } = words[blocked.kind]
  const free = (reason: string) =>
    mutate({ ...blocked, on: false, reason }, { onSuccess: () => showToast(`${done}\u00a0: ${name}`) })
  return (
    <li className={styles.row}>
      <div>
        <strong>{name}</strong>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </div>
      <Button size="small" variant="secondary" aria-label={`${act}\u00a0: ${name}`} onClick={() => setAsking(true)}>
        {act}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={`${act}\u00a0: ${name}\u00a0?`}
          confirmLabel={act}
          pending={isPending}
          error={error}
          onConfirm={free}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  )
}
