import { needsTeam, useTeamAddress } from '../../lib/use-team-address.ts'
import { Button } from '../../ui/button.tsx'
import { CodeForm } from '../../ui/code-form.tsx'
import { ResendCode } from '../../ui/resend-code.tsx'
import styles from './step.module.css'
import type { Login } from './use-login.ts'

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
