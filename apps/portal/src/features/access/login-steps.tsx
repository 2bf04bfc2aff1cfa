import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { needsTeam, useTeamAddress } from '../../lib/use-team-address.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CodeForm } from '../../ui/code-form.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { ResendCode } from '../../ui/resend-code.tsx'
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

/** Step 2: the five characters of the SMS. */
export function CodeStep({ login }: { login: Login }) {
  const { phone, code, setCode, sent, error, isLoading, confirmCode, sendCode, changePhone } = login
  const team = useTeamAddress(error)
  return (
    <div className={styles.codeStep}>
      <CodeForm
        received="reçus par SMS au"
        phone={phone}
        sent={sent}
        code={code}
        onChange={setCode}
        onSubmit={() => void confirmCode()}
        submitLabel="Me connecter"
        isPending={isLoading}
        error={error}
        team={team}
        needsTeam={needsTeam(error)}
        autoFocus
      >
        <div className={styles.links}>
          <Button variant="quiet" onClick={changePhone}>
            Changer de numéro
          </Button>
          {sent ? (
            <ResendCode key={sent.sentAt} sent={sent} isPending={isLoading} onResend={() => void sendCode()} />
          ) : null}
        </div>
      </CodeForm>
    </div>
  )
}

/** Step 3: said, then left by itself. */
export function SuccessStep() {
  return (
    <p className={styles.done} role="status">
      <IconCircleCheck size={24} aria-hidden="true" />
      Connexion réussie, nous ouvrons votre espace…
    </p>
  )
}

/** Step 4: signed in, but owning no business. */
export function NoAccountStep({ login }: { login: Login }) {
  return (
    <>
      <p className={styles.sentence} role="status" data-error="phone_not_registered">
        Ce numéro de téléphone n’est pas enregistré
      </p>
      <div className={styles.form}>
        <Link to="/inscription" className={buttonClass({ wide: true })}>
          Inscrire mon établissement
        </Link>
        <Button variant="quiet" onClick={login.changePhone}>
          Essayer un autre numéro
        </Button>
      </div>
    </>
  )
}
