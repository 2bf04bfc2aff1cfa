import { normalisePhone } from '@parvis/domain/kernel/phone'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from '../../lib/history.ts'
import type { ProofAsked } from '../../lib/second-proof.ts'
import { sessionQuery } from '../../lib/session.ts'
import { askCode } from '../../lib/sign-in.ts'
import { readStored } from '../../lib/storage.ts'
import { type FieldError, useOneAtATime } from '../../lib/use-form.ts'
import { type SentCode, sentCode, uselessCode } from '../../ui/resend-code.tsx'
import { accountCodeFailure, checkAccountCode, registerAccount, signInWithCode } from './register-account.ts'

type AskedRegistration = Parameters<typeof registerAccount>[0]

const reloadAfter = 3_000

/** From a valid step 1 to a registered business: the code, then the calls. `onRegistered` shows step 2. */
export function useAccountFlow(onRegistered: () => void) {
  const register = useRegister(onRegistered)
  const { provenPhone, rememberSession } = useProvenPhone()
  const { isPending, run } = useOneAtATime()
  const [asked, setAsked] = useState<{ registration: AskedRegistration; sent: SentCode }>()
  const [failure, setFailure] = useState<FieldError>()
  const [codeFailure, setCodeFailure] = useState<FieldError>()
  const [proof, setProof] = useState<ProofAsked>()
  const clearCodeFailure = () => setCodeFailure(undefined)

  const finish = async (registration: AskedRegistration) => {
    rememberSession()
    const refused = await register(registration)
    close()
    return refused
  }

  const ask = async (registration: AskedRegistration) => {
    try {
      const { phone_number: phone } = registration.values
      const answer = await askCode(normalisePhone(phone) ?? phone)
      setAsked((before) => ({ registration, sent: sentCode(answer, before?.sent) }))
      return undefined
    } catch (error) {
      return accountCodeFailure(error)
    }
  }

  const start = (registration: AskedRegistration) => {
    const isProven = provenPhone === normalisePhone(registration.values.phone_number)
    setFailure(undefined)
    return run(async () => setFailure(await (isProven ? finish(registration) : ask(registration))))
  }
  const confirm = (code: string) => {
    const wrong = checkAccountCode(code)
    if (wrong) return setCodeFailure(wrong)
    if (!asked) return
    clearCodeFailure()
    void run(async () => {
      const refused = await signInWithCode(asked.registration.values.phone_number, code)
      if (refused && 'ticket' in refused) return setProof(refused)
      if (refused) return setCodeFailure((refused.key === 'code_wrong' && uselessCode(asked.sent, code)) || refused)
      setFailure(await finish(asked.registration))
    })
  }
  const resend = () => {
    clearCodeFailure()
    if (asked) void run(async () => setCodeFailure(await ask(asked.registration)))
  }
  const close = () => {
    setAsked(undefined)
    setProof(undefined)
    clearCodeFailure()
  }

  /** The proof that was asked instead of the session is given. */
  const onProved = () => void (asked && run(async () => setFailure(await finish(asked.registration))))

  return { asked, isPending, failure, codeFailure, proof, onProved, start, confirm, resend, close, clearCodeFailure }
}

export type AccountFlow = ReturnType<typeof useAccountFlow>

/** The calls after the code, then the page that they lead to; gives what went wrong. */
function useRegister(onRegistered: () => void) {
  return async (registration: AskedRegistration): Promise<FieldError | undefined> => {
    const outcome = await registerAccount(registration)
    if (outcome.kind === 'failed') {
      if (outcome.failure.key === 'reload_page') setTimeout(() => window.location.reload(), reloadAfter)
      return outcome.failure
    }
    if (outcome.kind === 'owner' && outcome.isComplete)
      navigate({ to: '/company', state: { alreadyOwner: true }, ignoreBlocker: true })
    else onRegistered()
    return undefined
  }
}

/** The phone of the open session, which needs no second code. */
function useProvenPhone() {
  const [isSignedIn, setSignedIn] = useState(() => readStored('token') !== null)
  const session = useQuery({ ...sessionQuery, enabled: isSignedIn }).data
  return { provenPhone: session?.user.phone_number, rememberSession: () => setSignedIn(true) }
}
