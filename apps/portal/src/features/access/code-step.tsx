import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import input from '../../ui/input.module.css'
import { LoginFailure } from './login-failure.tsx'
import { codeLength } from './login-rules.ts'
import styles from './step.module.css'
import type { Login } from './use-login.ts'

/** Step 2: the five characters of the SMS. */
export function CodeStep({ login }: { login: Login }) {
  const { phone, code, setCode, error, isLoading, confirmCode, sendCode, changePhone } = login
  const ofField = error?.key.startsWith('code_') ? error : undefined
  return (
    <>
      <p className={styles.sentence}>
        Saisissez les 5 chiffres reçus par SMS au <strong>{phone}</strong>
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
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              // biome-ignore lint/a11y/noAutofocus: the one thing of this screen
              autoFocus
              onChange={(event) => setCode(event.currentTarget.value.replace(/\s/g, '').slice(0, codeLength))}
            />
          )}
        </Field>
        {ofField ? null : <LoginFailure error={error} />}
        <Button type="submit" loading={isLoading} wide>
          Me connecter
        </Button>
        <div className={styles.links}>
          <Button variant="quiet" onClick={changePhone}>
            Changer de numéro
          </Button>
          <Button variant="quiet" disabled={isLoading} onClick={() => void sendCode()}>
            Renvoyer le code
          </Button>
        </div>
      </form>
    </>
  )
}
