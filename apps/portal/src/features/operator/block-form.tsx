import { isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { operatorFieldTexts } from '@parvis/domain/operator/operator.field-texts.fr'
import { checkReason, maxReason } from '@parvis/domain/operator/reason'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './operator.module.css'
import { type Blocked, useBlock } from './use-block.ts'

const words = {
  phone: {
    title: 'Bloquer un téléphone',
    sentence: 'La personne est déconnectée partout et ne reçoit plus de code.',
    act: 'Bloquer',
    done: 'Téléphone bloqué',
  },
  company: {
    title: 'Suspendre une fiche',
    sentence: 'Les habitants ne la voient plus, rien ne part plus. Le professionnel lit le motif.',
    act: 'Suspendre',
    done: 'Fiche suspendue',
  },
  discussion: {
    title: 'Bloquer une conversation',
    sentence: 'Plus personne n’y écrit, ni le professionnel ni l’habitant.',
    act: 'Bloquer',
    done: 'Conversation bloquée',
  },
} as const
const ids = {
  company: { label: 'Identifiant de la fiche', hint: 'Trente-six caractères, à recopier du journal' },
  discussion: {
    label: 'Identifiant de la conversation',
    hint: 'La fin de l’adresse de la page, après conversation=',
  },
} as const
const empty = {
  phone: '',
  phone_reason: '',
  suspend: false,
  company: '',
  company_reason: '',
  discussion: '',
  discussion_reason: '',
}

/** Names whom to block or suspend, and why. */
export function BlockForm({ kind }: { kind: Blocked['kind'] }) {
  const block = useBlock()
  const { title, sentence, act, done } = words[kind]
  // The forms are on one page: a field's name anchors it there.
  const reasonName = `${kind}_reason` as const
  const form = useForm({
    initial: empty,
    check: (values) => {
      const { reason } = checkReason(values[reasonName])
      return reason ? { [reasonName]: reason } : {}
    },
    textOf: () => operatorFieldTexts.reason_error,
    submit: async (values) => {
      await block.mutateAsync({
        kind,
        of: values[kind].trim(),
        on: true,
        reason: values[reasonName],
        suspend: values.suspend,
      })
      showToast(done)
      form.reset()
    },
  })
  return (
    <Card title={title} sentence={sentence}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        {kind === 'phone' ? (
          <PhoneField label="Numéro de téléphone" required {...form.field(kind)} />
        ) : (
          <TextField {...ids[kind]} required {...form.field(kind)} />
        )}
        <TextField label="Motif" required limit={maxReason} {...form.field(reasonName)} />
        {kind === 'phone' ? <SuspendToo phone={form.values.phone} {...form.field('suspend')} /> : null}
        {form.failure ? <Alert tone="danger">{form.failure.text}</Alert> : null}
        <Button type="submit" variant="secondary" disabled={!form.values[kind].trim()} loading={form.isPending}>
          {act}
        </Button>
      </form>
    </Card>
  )
}

type SuspendTooProps = { phone: string; name: string; value: boolean; onChange: (value: boolean) => void }

/** Offers to suspend the businesses of a phone with it, and names them once the number is whole. */
function SuspendToo({ phone, name, value, onChange }: SuspendTooProps) {
  const asked = normalisePhone(phone) ?? ''
  const { data } = useQuery({
    queryKey: ['operator', 'phone', asked],
    queryFn: ({ signal }) => call('POST /v1/operator/phones', { body: { phone: asked }, signal }),
    enabled: isMobilePhone(asked),
  })
  const names = data?.companies.map((company) => company.name || 'une fiche à compléter')
  const hint = names?.length === 0 ? 'Ce téléphone n’a pas de fiche.' : names?.join(', ')
  return <CheckboxField label="Suspendre aussi ses fiches" {...{ name, value, onChange, hint }} />
}
