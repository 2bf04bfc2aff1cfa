import { followersText } from '@parvis/domain/residents/followers.fr'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import styles from './form.module.css'
import type { InstantForm } from './use-instant-form.ts'

/** Before saving without a notification: tell the followers, or not (I-038 to I-040). */
export function NotificationDialog({ form }: { form: InstantForm }) {
  const { question, company, instant } = form
  return (
    <Modal opened={question.isOpen} onClose={question.close} title="Prévenir vos abonnés&nbsp;?" size="narrow">
      <div className={styles.fields}>
        <p>Une notification partira dans 5&nbsp;minutes sur leur téléphone.</p>
        <Button wide onClick={() => question.answer('quick')}>
          Oui, prévenir {followersText(company.followersCount)}
        </Button>
        <Button wide variant="secondary" onClick={() => question.answer('none')}>
          Non, {instant ? 'enregistrer' : 'publier'} sans prévenir
        </Button>
        <Button wide variant="quiet" onClick={question.close}>
          Annuler
        </Button>
      </div>
    </Modal>
  )
}
