import { accessRefusals } from '@parvis/domain/access/access.refusals.fr'
import { codeFault } from '@parvis/domain/access/sign-in'
import { isMobilePhone } from '@parvis/domain/kernel/phone'
import { requestRefusals } from '@parvis/domain/kernel/request.refusals.fr'
import type { HistoryState } from '@tanstack/history'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { interruptedPage } from '../../lib/drafts.ts'
import { navigate, revisit } from '../../lib/history.ts'
import { useLocation } from '../../lib/router.tsx'
import { type ProofAsked, proofAsked } from '../../lib/second-proof.ts'
import type { OwnedCompany } from '../../lib/session.ts'
import { forgetReads } from '../../lib/session-end.ts'
import { askCode, failureOf, openSession, signInStatuses } from '../../lib/sign-in.ts'
import { type FieldError, focusField } from '../../lib/use-form.ts'
import { type SentCode, sentCode, uselessCode } from '../../ui/resend-code.tsx'

export type LoginStep = 'phone' | 'code' | 'proof' | 'success' | 'no-account'
/** Each step is idle, loading, succeeded (the next step) or failed: the error stays until the next try. */
type LoginState = { step: LoginStep; error?: FieldError; asked?: ProofAsked; isLoading: boolean }

const successShownFor = 1_400

/** The sign-in wizard: phone, code, then the company page or the one that was interrupted, the registration, or « no pro account ». */
export function useLogin() {
  const wanted = useLocation().state.signInFor
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const [state, setState] = useState<LoginState>({ step: 'phone', isLoading: false })
  const enter = useEnter(wanted, setState)

  const fail = (step: LoginStep, error: FieldError) => {
    setState({ step, error, isLoading: false })
    focusField(step)
  }

  const sendCode = async () => {
    if (state.isLoading) return
    const error = checkLoginPhone(phone)
    if (error) return fail(state.step, error)
    setState({ step: state.step, isLoading: true })
    try {
      const answer = await askCode(phoneToSend(phone))
      setSent(sentCode(answer, state.step === 'code' ? sent : undefined))
      setCode('')
      setState({ step: 'code', isLoading: false })
    } catch (failure) {
      fail(state.step, sendCodeFailure(failure))
    }
  }

  const confirmCode = async () => {
    if (state.isLoading) return
    const error = checkSignInCode(code)
    if (error) return fail('code', error)
    setState({ step: 'code', isLoading: true })
    forgetReads.emit()
    try {
      await openSession(phoneToSend(phone), code)
    } catch (failure) {
      const asked = proofAsked(failure)
      return asked
        ? setState({ step: 'proof', asked, isLoading: false })
        : fail('code', codeFailure(failure, sent, code))
    }
    await enter()
  }

  /** Without SMS: the library of passkeys comes on this click. */
  const enterByPasskey = async () => {
    forgetReads.emit()
    try {
      await (await import('../../lib/passkeys.ts')).openByPasskey()
    } catch (failure) {
      return setState({ step: 'phone', error: { key: 'passkey', text: messageOf(failure) }, isLoading: false })
    }
    await enter()
  }

  const changePhone = () => setState({ step: 'phone', isLoading: false })
  const typed = { phone, setPhone, code, setCode, hasEnded: wanted?.hasEnded ?? false }
  return { ...state, ...typed, sent, sendCode, confirmCode, enterByPasskey, changePhone, enter }
}

/** The interrupted form, else the page that was asked for or on which the session expired, unless it was of another business. */
function pageAfter({ companyId, category, role }: OwnedCompany, wanted: HistoryState['signInFor']) {
  if (!category && role === 'owner') return '/inscription'
  const isSame = wanted && (wanted.companyId ?? companyId) === companyId
  return interruptedPage(companyId) ?? (isSame ? wanted.page : '/company')
}

function codeFailure(failure: unknown, sent: SentCode | undefined, code: string): FieldError {
  const error = startSessionFailure(failure)
  return (error.key === 'code_wrong' && sent && uselessCode(sent, code)) || error
}

export type Login = ReturnType<typeof useLogin>

const failures = {
  phone_empty: 'Merci de saisir votre numéro de téléphone',
  phone_not_mobile: 'Saisissez un numéro de mobile\u00a0: 10 chiffres, en 06 ou en 07',
  code_empty: accessRefusals['access.code_required'].text,
  code_length: accessRefusals['access.code_format'].text,
  code_wrong: accessRefusals['access.code_invalid'].text,
  contact_provider: accessRefusals['access.phone_blocked'].text,
  too_many_attempts: requestRefusals['request.too_many_attempts'].text,
  server_error: requestRefusals['request.server_error'].text,
} as const

const failure = (key: keyof typeof failures): FieldError => ({ key, text: failures[key] })

/**
 * Spaces and separators out; a `+` in front of an international number typed without it.
 * @internal
 */
export function phoneToSend(typed: string): string {
  const digits = typed.replace(/[\s\u00a0\u202f.-]/g, '')
  return /^33\d{9}$/.test(digits) ? `+${digits}` : digits
}

/**
 * Step 1: not empty, not the prefix alone, a mobile of France, which alone receives the code.
 * @internal
 */
export function checkLoginPhone(typed: string): FieldError | undefined {
  const phone = phoneToSend(typed)
  if (['', '+', '+33', '33', '0033'].includes(phone)) return failure('phone_empty')
  return isMobilePhone(phone) ? undefined : failure('phone_not_mobile')
}

/**
 * Step 2: exactly five characters.
 * @internal
 */
export function checkSignInCode(code: string): FieldError | undefined {
  const fault = codeFault(code)
  return fault && failure(`code_${fault}`)
}

/**
 * What step 1 says of an answer.
 * @internal
 */
export const sendCodeFailure = (error: unknown) => failureOf(failures, error, signInStatuses, 'server_error')

/**
 * What step 2 says of an answer.
 * @internal
 */
export const startSessionFailure = (error: unknown) => failureOf(failures, error, signInStatuses, 'code_wrong')

/** After the right code: the page of the establishment. A failure then is shown by the route, with a retry. */
function useEnter(wanted: HistoryState['signInFor'], setState: (state: LoginState) => void) {
  return async () => {
    try {
      const { openOwned } = await import('../../lib/session.ts')
      const owned = await openOwned()
      if (window.location.pathname !== '/login') return undefined // /rejoindre shows the invitations
      // Somebody else's page was open in this tab.
      if (owned === 'other') return window.location.assign('/company')
      setState({ step: owned ? 'success' : 'no-account', isLoading: false })
      if (!owned) return
      setTimeout(() => navigate({ href: pageAfter(owned, wanted), replace: true }), successShownFor)
    } catch {
      revisit()
    }
  }
}
