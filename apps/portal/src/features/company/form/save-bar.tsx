import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './save-bar.module.css'
import type { ProfileForm } from './use-profile-form.ts'

/** Always in sight: what is wrong, how far the sending is, the one button. */
export function SaveBar({ form, label }: { form: ProfileForm; label: string }) {
  const { message, isPending, progress } = form
  return (
    <div className={styles.bar}>
      {message ? (
        <Alert tone="danger" errorKey={message.key}>
          {message.text}
        </Alert>
      ) : null}
      {isPending ? <progress className={styles.progress} value={progress} max={1} aria-label="Envoi en cours" /> : null}
      <Button type="submit" loading={isPending} wide>
        {isPending ? 'Enregistrement…' : label}
      </Button>
    </div>
  )
}
