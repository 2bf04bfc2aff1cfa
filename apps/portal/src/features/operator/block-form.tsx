import { operatorFieldTexts } from '@parvis/domain/operator/operator.field-texts.fr'
import { checkReason, longestReason } from '@parvis/domain/operator/reason'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './operator.module.css'
import { type Blocked, useBlock } from './use-block.ts'

const words = {
  phone: {
    title: 'Bloquer un téléphone',
    sentence: 'La personne est déconnectée partout et ne reçoit plus de code.',
    done: 'Téléphone bloqué',
  },
  discussion: {
    title: 'Bloquer une conversation',
    sentence: 'Plus personne n’y écrit, ni le professionnel ni l’habitant.',
    done: 'Conversation bloquée',
  },
} as const
const empty = { phone: '', phone_reason: '', discussion: '', discussion_reason: '' }

/** Names whom to block, and why. */
export function BlockForm({ kind }: { kind: Blocked['kind'] }) {
  const block = useBlock()
  const { title, sentence, done } = words[kind]
  // Both forms are on one page: a field's name anchors it there.
  const reasonName = `${kind}_reason` as const
  const form = useForm({
    initial: empty,
    check: (values) => {
      const { reason } = checkReason(values[reasonName])
      return reason ? { [reasonName]: reason } : {}
    },
    textOf: () => operatorFieldTexts.reason_error,
    submit: async (values) => {
      await block.mutateAsync({ kind, of: values[kind].trim(), on: true, reason: values[reasonName] })
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
          <TextField
            label="Identifiant de la conversation"
            hint="La fin de l’adresse de la page, après conversation="
            required
            {...form.field(kind)}
          />
        )}
        <TextField label="Motif" required limit={longestReason} {...form.field(reasonName)} />
        {form.failure ? <Alert tone="danger">{form.failure.text}</Alert> : null}
        <Button type="submit" variant="secondary" disabled={!form.values[kind].trim()} loading={form.isPending}>
          Bloquer
        </Button>
      </form>
    </Card>
  )
}
