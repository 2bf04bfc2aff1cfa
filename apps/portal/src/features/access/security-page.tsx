import { accessRefusals } from '@parvis/domain/access/access.refusals.fr'
import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { codeFault } from '@parvis/domain/access/sign-in'
import { formatPhone, isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceKey } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { browserStore } from '../../lib/browser-store.ts'
import { call } from '../../lib/request.ts'
import { sessionQuery, useSession } from '../../lib/session.ts'
import { askCode, signInNonce } from '../../lib/sign-in.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { codeKeyboard, ResendCode, type SentCode, sentCode } from '../../ui/resend-code.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PasskeyCard } from './passkey-card.tsx'

const answered = browserStore<{ key: string }>('parvis-address')

/** Asks once on a device, without blocking, whether the address that receives the codes is still theirs (team.md, Settled). */
export function AddressQuestion() {
  const { user } = useSession()
  const key = String(user.id)
  const { data: isAnswered = true, refetch } = useQuery({
    queryKey: deviceKey('address', key),
    queryFn: () => answered.has(key),
  })
  if (!user.email || isAnswered) return null
  const confirm = () => void answered.put({ key }).then(() => refetch())
  const action = <SmallButton onClick={confirm}>Oui, c’est la mienne</SmallButton>
  return (
    <Alert tone="info" title="Cette adresse est-elle toujours la vôtre&nbsp;?" action={action}>
      Vos codes par e-mail arrivent à {user.email}. Sinon, corrigez-la dans vos informations, ci-dessous.
    </Alert>
  )
}

/** What opens the account: the number, passkeys, the address that receives the codes. */
export function SecurityPage() {
  const { user } = useSession()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <PageHeader title="Sécurité" sentence={proofTexts.smsProves} back="/sessions" />
      <div className="stack-3">
        <PasskeyCard />
        <Card title="Mon numéro" sentence={user.phone_number ? formatPhone(user.phone_number) : 'Aucun numéro.'}>
          <Button variant="secondary" onClick={() => setChanging(true)}>
            Changer de numéro
          </Button>
        </Card>
        <Card title="Mon adresse" sentence={`Les codes par e-mail arrivent à ${user.email || 'aucune adresse'}.`}>
          <LinkButton to="/sessions">Changer d’adresse</LinkButton>
        </Card>
      </div>
      {isChanging ? <PhoneDialog onClose={() => setChanging(false)} /> : null}
    </>
  )
}

type Typed = { phone: string; code: string }

const texts = {
  phone: accessRefusals['access.invalid_phone'].text,
  empty: accessRefusals['access.code_required'].text,
  length: accessRefusals['access.code_format'].text,
}

const sentTo = ({ phone }: Typed) => normalisePhone(phone) ?? phone

/** Another number for the account: its code by SMS, then a second proof; other devices are signed out. */
function PhoneDialog({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<SentCode>()
  const send = async (typed: Typed) => setSent(sentCode(await askCode(sentTo(typed)), sent))
  const form = useForm<Typed>({
    initial: { phone: '', code: '' },
    check: ({ phone, code }): Record<string, string> => {
      if (!isMobilePhone(phone)) return { phone: 'phone' }
      const fault = sent && codeFault(code)
      return fault ? { code: fault } : {}
    },
    textOf: texts,
    submit: async (typed) => {
      if (!sent) {
        await send(typed)
        return false
      }
      const body = { phone: sentTo(typed), code: typed.code }
      const session = await call('PUT /v1/account/phone', { body, headers: signInNonce(body.phone) })
      queryClient.setQueryData(sessionQuery.queryKey, session)
      showToast('Votre numéro est changé. Vos autres appareils sont déconnectés.')
      onClose()
    },
  })
  const resend = () => void send(form.values).catch((error: unknown) => showToast(messageOf(error), 'danger'))
  const { words, ...keyboard } = codeKeyboard(sent)
  return (
    <FormDialog
      title="Changer de numéro"
      form={form}
      submitLabel={sent ? 'Changer de numéro' : 'Recevoir mon code'}
      onClose={onClose}
    >
      <PhoneField label="Votre nouveau numéro de mobile" disabled={sent !== undefined} {...form.field('phone')} />
      {sent ? (
        <>
          <TextField
            label="Code reçu par SMS"
            hint={words}
            autoComplete="one-time-code"
            {...keyboard}
            {...form.field('code')}
          />
          <ResendCode key={sent.sentAt} sent={sent} isPending={form.isPending} wide onResend={resend} />
        </>
      ) : null}
    </FormDialog>
  )
}
