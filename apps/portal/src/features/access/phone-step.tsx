import { useTeamAddress } from '../../lib/use-team-address.ts'
import { Button } from '../../ui/button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import styles from './step.module.css'
import type { Login } from './use-login.ts'

/** Step 1: the phone number. */
export function PhoneStep({ login }: { login: Login }) {
  const { phone, setPhone, error, isLoading, sendCode } = login
  const team = useTeamAddress(error)
  const ofField = error?.key.startsWith('phone_') ? error : undefined
  return (
    <>
      <p className={styles.sentence}>
        Connectez-vous avec votre numéro de mobile&nbsp;: vous recevrez un code par SMS, sans mot de passe à retenir.
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sendCode()
        }}
      >
        <PhoneField name="phone" label="Votre numéro de mobile" value={phone} onChange={setPhone} error={ofField} />
        {ofField ? null : <FailureAlert error={error} team={team} />}
        <Button type="submit" loading={isLoading} wide>
          Recevoir mon code
        </Button>
      </form>
    </>
  )
}
