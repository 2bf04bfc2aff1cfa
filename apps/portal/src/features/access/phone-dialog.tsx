import { accessRefusalTexts } from '@parvis/domain/access/access.refusals.fr'
import { codeFault } from '@parvis/domain/access/sign-in'
import { isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { sessionQuery } from '../../lib/session.ts'
import { askCode, signInNonce } from '../../lib/sign-in.ts'
import { useForm } from '../../lib/use-form.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { codeKeyboard, ResendCode, type SentCode, sentCode } from '../../ui/resend-code.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'

type Typed = { phone: string; code: string }

const texts = {
  phone: accessRefusalTexts['access.invalid_phone'],
  empty: accessRefusalTexts['access.code_required'],
  length: accessRefusalTexts['access.code_format'],
}

const sentTo = ({ phone }: Typed) => normalisePhone(phone) ?? phone

/** Another number for the account: its code by SMS, then a second proof; other devices are signed out. */
export function PhoneDialog({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<SentCode>()
  const send = async (typed: Typed) => setSent(sentCode(await askCode(sentTo(typed)), sent))
  const form = useForm<Typed>({
    initial: { phone: '', code: '' },
    check: ({ phone, code }): Record<string, string> => {
      if (!isMobilePhone(phone)) return { phone: 'phone' }
      const fault = sent && codeFault(code)
      return fault ? { code: fault } : {}
    },
    textOf: (key) => texts[key as keyof typeof texts],
    submit: async (typed) => {
      if (!sent) return await send(typed)
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
    <Modal opened onClose={onClose} title="Changer de numéro" size="narrow" isBusy={form.isPending}>
      <DialogForm form={form} submitLabel={sent ? 'Changer de numéro' : 'Recevoir mon code'} onClose={onClose}>
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
      </DialogForm>
    </Modal>
  )
}
