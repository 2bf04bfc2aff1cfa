import { useState } from 'react'
import { CodeForm, ProofForm } from '../../ui/code-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ResendCode } from '../../ui/resend-code.tsx'
import type { AccountFlow } from './use-account-flow.ts'

/** The code of the SMS, over step 1, and the second proof where it is not enough. */
export function CodeModal({ flow }: { flow: AccountFlow }) {
  const [code, setCode] = useState('')
  const { asked, codeFailure, isPending, proof } = flow
  if (!asked) return null
  const resend = () => {
    setCode('')
    flow.resend()
  }
  if (proof)
    return (
      <Modal opened onClose={flow.close} title="Vérifions que c’est bien vous" size="narrow">
        <ProofForm asked={proof} submitLabel="Continuer" onOpened={flow.onProved} onOtherNumber={flow.close} />
      </Modal>
    )
  return (
    <Modal onClose={flow.close} title="Votre code par SMS" size="narrow">
      <CodeForm
        received="reçus au"
        phone={asked.registration.values.phone_number}
        sent={asked.sent}
        code={code}
        onChange={(typed) => {
          setCode(typed)
          flow.clearCodeFailure()
        }}
        onSubmit={() => flow.confirm(code)}
        submitLabel="Valider mon code"
        isPending={isPending}
        error={codeFailure}
      >
        <ResendCode key={asked.sent.sentAt} sent={asked.sent} isPending={isPending} wide onResend={resend} />
      </CodeForm>
    </Modal>
  )
}
