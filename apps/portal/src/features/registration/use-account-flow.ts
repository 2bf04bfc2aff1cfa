import { normalisePhone } from '@parvis/domain/kernel/phone'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { expiredCode, type SentCode, sentCode } from '../../ui/resend-code.tsx'
import { accountCodeFailure, checkAccountCode } from './account-failures.ts'
import { registerAccount, sendCode, signInWithCode } from './register-account.ts'

type Registration = Parameters<typeof registerAccount>[1]

const reloadAfter = 3_000

/** From a valid step 1 to a registered business: the code, then the calls. `onRegistered` shows step 2. */
export function useAccountFlow(onRegistered: () => void) {
  const register = useRegister(onRegistered)
  const { provenPhone, rememberSession } = useProvenPhone()
  const { isPending, run } = useOneAtATime()
  const [asked, setAsked] = useState<{ registration: Registration; sent: SentCode }>()
  const [failure, setFailure] = useState<FieldError>()
  const [codeFailure, setCodeFailure] = useState<FieldError>()
  const clearCodeFailure = () => setCodeFailure(undefined)

  const finish = async (registration: Registration) => {
    const refused = await register(registration)
    setAsked(undefined)
    return refused
  }

  const askCode = async (registration: Registration) => {
    try {
      const answer = await sendCode(registration.values.phone_number)
      setAsked((before) => ({ registration, sent: sentCode(answer, before?.sent) }))
      return undefined
    } catch (error) {
      return accountCodeFailure(error)
    }
  }

  const start = (registration: Registration) => {
    const isProven = provenPhone === normalisePhone(registration.values.phone_number)
    setFailure(undefined)
    return run(async () => setFailure(await (isProven ? finish(registration) : askCode(registration))))
  }
  const confirm = (code: string) => {
    const wrong = checkAccountCode(code)
    if (wrong) return setCodeFailure(wrong)
    if (!asked) return
    clearCodeFailure()
    void run(async () => {
      const refused = await signInWithCode(asked.registration.values.phone_number, code)
      if (refused) return setCodeFailure((refused.key === 'code_wrong' && expiredCode(asked.sent)) || refused)
      rememberSession()
      setFailure(await finish(asked.registration))
    })
  }
  const resend = () => {
    clearCodeFailure()
    if (asked) void run(async () => setCodeFailure(await askCode(asked.registration)))
  }
  const close = () => {
    setAsked(undefined)
    clearCodeFailure()
  }

  return { asked, isPending, failure, codeFailure, start, confirm, resend, close, clearCodeFailure }
}

export type AccountFlow = ReturnType<typeof useAccountFlow>

/** The calls after the code, then the page that they lead to; gives what went wrong. */
function useRegister(onRegistered: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (registration: Registration): Promise<FieldError | undefined> => {
    const outcome = await registerAccount(queryClient, registration)
    if (outcome.kind === 'failed') {
      if (outcome.failure.key === 'reload_page') setTimeout(() => window.location.reload(), reloadAfter)
      return outcome.failure
    }
    const isOwner = outcome.kind === 'owner' && outcome.isComplete
    if (isOwner) void navigate({ to: '/company', state: { alreadyOwner: true }, ignoreBlocker: true })
    else onRegistered()
    return undefined
  }
}

/** The phone of the open session: it needs no second code. */
function useProvenPhone() {
  const [isSignedIn, setSignedIn] = useState(() => readStored('token') !== null)
  const session = useQuery({ ...sessionQuery, enabled: isSignedIn }).data
  return { provenPhone: session?.user.phone_number, rememberSession: () => setSignedIn(true) }
}

function useOneAtATime() {
  const [isPending, setPending] = useState(false)
  const run = async (work: () => Promise<void>) => {
    if (isPending) return
    setPending(true)
    await work()
    setPending(false)
  }
  return { isPending, run }
}
