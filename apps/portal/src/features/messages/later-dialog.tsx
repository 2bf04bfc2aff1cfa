import { parisOf, readDateTime, writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { checkMessage } from '@parvis/domain/messages/message-rules'
import { messagesFieldTexts } from '@parvis/domain/messages/messages.refusals.fr'
import { checkSendAt } from '@parvis/domain/messages/send-later'
import { expectedReachText } from '@parvis/domain/residents/followers.fr'
import { momentWords } from '@parvis/domain/site/when.fr'
import { useQuery } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { useForm } from '../../lib/use-form.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { TextareaField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './talk-settings.module.css'
import thread from './thread.module.css'
import type { Planned } from './use-later.ts'

type LaterDialogProps = {
  title: string
  /** The scheduled row to change; without one, a moment is proposed. */
  planned: Partial<Planned> & { message: string }
  hasPicture: boolean
  /** To all followers: says how many it reaches, and depends on nobody's reply. */
  isBroadcast?: boolean
  onSave: (planned: Planned) => Promise<unknown>
  onClose: () => void
}

/** When a message leaves: « à l’ouverture », « ce soir », « autre ». */
export function LaterDialog({ title, planned, hasPicture, isBroadcast = false, onSave, onClose }: LaterDialogProps) {
  const choices = useMoments()
  const form = useForm<Planned>({
    initial: {
      message: planned.message,
      image: planned.image ?? null,
      sendAt: planned.sendAt ?? choices[0]?.sendAt ?? '',
      onlyIfNoReply: planned.onlyIfNoReply ?? false,
    },
    check: ({ message, sendAt }) => {
      const wrong = checkMessage({ text: message.trim(), hasImage: hasPicture })
      return {
        ...(wrong && { message: wrong === 'empty' ? 'empty_message' : 'message_too_long' }),
        ...checkSendAt(sendAt, presentInstant()).errors,
      }
    },
    textOf: { ...messagesFieldTexts, empty_message: 'Écrivez le message à envoyer' },
    submit: async (values) => {
      await onSave({ ...values, message: values.message.trim() })
      showToast(`Le message partira ${wordsOf(values.sendAt)}`)
      onClose()
    },
  })
  const { sendAt } = form.values
  return (
    <FormDialog title={title} form={form} submitLabel="Envoyer plus tard" onClose={onClose}>
      <TextareaField label="Message" rows={3} {...form.field('message')} />
      <fieldset className={`stack-1 ${styles.moments}`}>
        <legend className="visually-hidden">Moments proposés</legend>
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            aria-pressed={choice.sendAt === sendAt}
            onClick={() => form.change({ sendAt: choice.sendAt })}
          >
            {choice.label}
            <small className="soft small">{wordsOf(choice.sendAt)}</small>
          </button>
        ))}
      </fieldset>
      <DateTimeField label="Autre moment" {...form.field('sendAt')} />
      {isBroadcast ? (
        <ExpectedReach at={sendAt} />
      ) : (
        <CheckboxField label="Seulement si la personne n’a pas répondu d’ici là" {...form.field('onlyIfNoReply')} />
      )}
    </FormDialog>
  )
}

/** The reach of the broadcast at a moment `YYYY-MM-DD HH:mm`, or now. */
export function ExpectedReach({ at = '' }: { at?: string }) {
  const { data } = useQuery(query('GET /v1/company/:id/reach', { query: { kind: 'broadcast', ...(at && { at }) } }))
  const moment = at ? readDateTime(at) : presentInstant()
  if (!data || !moment) return null
  return (
    <p className={thread.reach} role="status">
      {expectedReachText(data, moment)}
    </p>
  )
}

function wordsOf(sendAt: string): string {
  const moment = checkSendAt(sendAt, presentInstant()).value
  return moment ? momentWords(moment, presentInstant()) : ''
}

const evening = 18
const morning = 9

/** The proposed moments that are still to come: the next opening, when closed; this evening; tomorrow morning. */
function useMoments(): { label: string; sendAt: string }[] {
  const { data: hours } = useQuery(query('GET /v1/company/:id/hours'))
  const now = parisOf(presentInstant())
  const at = (days: number, hour: number) =>
    writeParisMinute(now.add({ days }).with({ hour, minute: 0, second: 0, millisecond: 0 }).toInstant())
  const opensAt = hours?.opening.opensAt
  return [
    ...(opensAt ? [{ label: 'À l’ouverture', sendAt: writeParisMinute(Temporal.Instant.from(opensAt)) }] : []),
    ...(now.hour < evening ? [{ label: 'Ce soir', sendAt: at(0, evening) }] : []),
    { label: 'Demain matin', sendAt: at(1, morning) },
  ]
}
