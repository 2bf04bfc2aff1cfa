import { typedCode } from '@parvis/domain/access/sign-in'
import { needsTeam, useTeamAddress } from '../../lib/use-team-address.ts'
import { Button } from '../../ui/button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Field } from '../../ui/field.tsx'
import input from '../../ui/input.module.css'
import { codeKeyboard, ResendCode } from '../../ui/resend-code.tsx'
import styles from './step.module.css'
import type { Login } from './use-login.ts'

/** Step 2: the five characters of the SMS. */
export function CodeStep({ login }: { login: Login }) {
  const { phone, code, setCode, sent, error, isLoading, confirmCode, sendCode, changePhone } = login
  const { words, ...keyboard } = codeKeyboard(sent)
  const team = useTeamAddress(error)
  const ofField = error?.key.startsWith('code_') ? error : undefined
  return (
    <>
      <p className={styles.sentence}>
        Saisissez les {words} reçus par SMS au <strong>{phone}</strong>
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void confirmCode()
        }}
      >
        <Field name="code" label="Code reçu par SMS" error={ofField}>
          {(control) => (
            <input
              {...control}
              className={`${input.input} ${styles.code}`}
              {...keyboard}
              autoComplete="one-time-code"
              value={code}
              // biome-ignore lint/a11y/noAutofocus: the one thing of this screen
              autoFocus
              onChange={(event) => setCode(typedCode(event.currentTarget.value))}
            />
          )}
        </Field>
        {ofField ? null : <FailureAlert error={error} team={team} />}
        <Button type="submit" loading={isLoading} disabled={needsTeam(error)} wide>
          Me connecter
        </Button>
        <div className={styles.links}>
          <Button variant="quiet" onClick={changePhone}>
            Changer de numéro
          </Button>
          {sent ? (
            <ResendCode key={sent.sentAt} sent={sent} isPending={isLoading} onResend={() => void sendCode()} />
          ) : null}
        </div>
      </form>
    </>
  )
}
