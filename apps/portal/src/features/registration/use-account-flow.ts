import { normalisePhone } from '@parvis/domain/kernel/phone'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { checkCode, sendCodeFailure } from './account-failures.ts'
import { registerAccount, sendCode, startSession } from './register-account.ts'

type Registration = Parameters<typeof registerAccount>[1]

const reloadAfter = 3_000

/** From a valid step 1 to a registered business: the code, then the calls. `onRegistered` shows step 2. */
export function useAccountFlow(onRegistered: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ registration: Registration; waitUntil: number }>()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<FieldError>()
  const [codeFailure, setCodeFailure] = useState<FieldError>()
  const [isSignedIn, setSignedIn] = useState(() => readStored('token') !== null)
  const session = useQuery({ ...sessionQuery, enabled: isSignedIn }).data

  const finish = async (registration: Registration) => {
    const outcome = await registerAccount(queryClient, registration)
    setAsked(undefined)
    if (outcome.kind === 'failed') {
      setFailure(outcome.failure)
      if (outcome.failure.key === 'reload_page') setTimeout(() => window.location.reload(), reloadAfter)
      return
    }
    if (outcome.kind === 'owner' && outcome.isComplete) {
      return void navigate({ to: '/company', state: { alreadyOwner: true }, ignoreBlocker: true })
    }
    onRegistered()
  }

  const askCode = async (registration: Registration) => {
    try {
      const seconds = await sendCode(registration.values.phone_number)
      setAsked({ registration, waitUntil: Date.now() + seconds * 1000 })
    } catch (error) {
      const refused = sendCodeFailure(error)
      if (asked) setCodeFailure(refused)
      else setFailure(refused)
    }
  }

  /** One thing at a time. */
  const run = async (work: () => Promise<void>) => {
    if (isPending) return
    setPending(true)
    setFailure(undefined)
    setCodeFailure(undefined)
    await work()
    setPending(false)
  }

  const start = (registration: Registration) => {
    // Whose phone is already proven needs no second code.
    const isProven = session?.user.phone_number === normalisePhone(registration.values.phone_number)
    return run(() => (isProven ? finish(registration) : askCode(registration)))
  }
  const confirm = (code: string) => {
    const wrong = checkCode(code)
    if (wrong) return setCodeFailure(wrong)
    if (!asked) return
    void run(async () => {
      const refused = await startSession(asked.registration.values.phone_number, code)
      if (refused) return setCodeFailure(refused)
      setSignedIn(true)
      await finish(asked.registration)
    })
  }
  const resend = () => void (asked && run(() => askCode(asked.registration)))
  const close = () => {
    setAsked(undefined)
    setCodeFailure(undefined)
  }

  return {
    asked,
    isPending,
    failure,
    codeFailure,
    start,
    confirm,
    resend,
    close,
    clearCodeFailure: () => setCodeFailure(undefined),
  }
}

export type AccountFlow = ReturnType<typeof useAccountFlow>
