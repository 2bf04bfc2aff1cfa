import { followersText } from '@parvis/domain/residents/followers.fr'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import styles from './form.module.css'
import type { InstantForm } from './use-instant-form.ts'

/** Before saving without a notification: tell the followers, or not (I-038 to I-040). */
export function NotificationDialog({ form }: { form: InstantForm }) {
  const { question, company } = form
  return (
    <Modal opened={question.isOpen} onClose={question.close} title="Prévenir vos abonnés&nbsp;?" size="narrow">
      <div className={styles.fields}>
        <p>
          Une notification partira dans 5 minutes sur le téléphone de vos abonnés (
          {followersText(company.followersCount)}).
        </p>
        <Button wide onClick={() => question.answer('quick')}>
          Oui
        </Button>
        <Button wide variant="secondary" onClick={() => question.answer('none')}>
          Non
        </Button>
      </div>
    </Modal>
  )
}
