import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { interruptedPage } from '../../lib/interrupted-forms.ts'
import { type OwnedCompany, ownershipQuery } from '../../lib/session.ts'
import { askCode, openSession } from '../../lib/sign-in.ts'
import { type FieldError, focusField } from '../../lib/use-form.ts'
import { expiredCode, type SentCode, sentCode } from '../../ui/resend-code.tsx'
import { checkLoginPhone, checkSignInCode, phoneToSend, sendCodeFailure, startSessionFailure } from './login-rules.ts'

export type LoginStep = 'phone' | 'code' | 'success' | 'no-account'
/** Each step is idle, loading, succeeded (the next step) or failed: the error stays until the next try. */
type LoginState = { step: LoginStep; error?: FieldError; isLoading: boolean }

const successShownFor = 1_400

/** The sign-in wizard: phone, code, then the company page or the one that was interrupted, the registration, or « no pro account » (AMB-03). */
export function useLogin() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const ended = useLocation({ select: ({ state }) => state.sessionEnded })
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const [state, setState] = useState<LoginState>({ step: 'phone', isLoading: false })

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
    try {
      await openSession(phoneToSend(phone), code)
    } catch (failure) {
      return fail('code', codeFailure(failure, sent))
    }
    await enter()
  }

  /** The code was right. What fails from here on is shown by the route, with a retry. */
  const enter = async () => {
    try {
      const [owned] = await queryClient.fetchQuery(ownershipQuery)
      setState({ step: owned ? 'success' : 'no-account', isLoading: false })
      if (!owned) return
      setTimeout(() => router.history.replace(pageAfter(owned, ended)), successShownFor)
    } catch {
      await router.invalidate()
    }
  }

  const changePhone = () => setState({ step: 'phone', isLoading: false })
  const typed = { phone, setPhone, code, setCode, hasEnded: ended !== undefined }
  return { ...state, ...typed, sent, sendCode, confirmCode, changePhone }
}

/** The form that was interrupted, else the page on which the session ended, unless it was of another business. */
function pageAfter({ companyId, category }: OwnedCompany, ended: { page: string; companyId?: string } | undefined) {
  if (!category) return '/inscription'
  const isSame = ended && (ended.companyId ?? companyId) === companyId
  return interruptedPage(companyId) ?? (isSame ? ended.page : '/company')
}

function codeFailure(failure: unknown, sent: SentCode | undefined): FieldError {
  const error = startSessionFailure(failure)
  return (error.key === 'code_wrong' && sent && expiredCode(sent)) || error
}

export type Login = ReturnType<typeof useLogin>
