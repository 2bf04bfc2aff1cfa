import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { useEffect, useState } from 'react'
import { call } from '../../lib/request.ts'
import { askProofWith, type OfferedProofs } from '../../lib/second-proof.ts'
import { Button } from '../../ui/button.tsx'
import { lazyWindow } from '../../ui/lazy-window.tsx'
import { Modal } from '../../ui/modal.tsx'

const ProofChoices = lazyWindow(() => import('../../ui/proof-choices.tsx').then((it) => it.ProofChoices))

type Asking = { ways: OfferedProofs; end: (isProved: boolean) => void }

/** Asks for the second proof that a call needs, over whatever the person was doing; calls of the same moment share it. */
export function ProofDialog() {
  const [asking, setAsking] = useState<Asking>()
  useEffect(() => {
    let shared: { answer: Promise<boolean>; end: Asking['end'] } | undefined
    const open = (ways: OfferedProofs) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const end = (isProved: boolean) => {
        shared = undefined
        setAsking(undefined)
        resolve(isProved)
      }
      setAsking({ ways, end })
      return { answer: promise, end }
    }
    askProofWith((ways) => {
      shared ??= open(ways)
      return shared.answer
    })
    return () => {
      askProofWith(undefined)
      shared?.end(false)
    }
  }, [])
  if (!asking) return null
  const close = () => asking.end(false)
  const prove = async (code?: string) => {
    if (code === undefined) await (await import('../../lib/passkeys.ts')).proveByPasskey()
    else await call('POST /v1/account/second-proof', { body: { code } })
    asking.end(true)
  }
  return (
    <Modal opened onClose={close} title={proofTexts.title} size="narrow">
      <p>{proofTexts.sentence}</p>
      <ProofChoices
        ways={asking.ways}
        submitLabel={proofTexts.confirm}
        onSend={() => call('POST /v1/account/second-proof/send')}
        onProve={prove}
      >
        <Button variant="quiet" onClick={close}>
          Annuler
        </Button>
      </ProofChoices>
    </Modal>
  )
}
