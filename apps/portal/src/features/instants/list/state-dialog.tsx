import type { EventState } from '@parvis/domain/instants/event-state'
import type { InstantKind } from '@parvis/domain/instants/kind'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { dateText } from '@parvis/domain/site/when.fr'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { instantLists } from '../../../api/reads-of.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import { useCompany } from '../../../lib/session.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextareaField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { SeatedNote } from '../bookings/seated-note.tsx'
import { comingOf, kindOf, type ServerInstant } from '../instant.ts'

type Props = { instant: ServerInstant; now: Temporal.Instant; onClose: () => void }

const choices: { value: EventState; label: string }[] = [
  { value: 'planned', label: 'C’est maintenu, comme prévu' },
  { value: 'full', label: 'C’est complet' },
  { value: 'postponed', label: 'C’est reporté' },
  { value: 'cancelled', label: 'C’est annulé' },
]

/** The button says what will be done. */
const submits: Record<EventState, (kind: InstantKind) => string> = {
  cancelled: (kind) =>
    ({ service: 'Annuler ce service', specialOffer: 'Annuler cette offre', event: 'Annuler cet événement' })[kind],
  postponed: () => 'Reporter',
  full: () => 'Annoncer «\u00a0Complet\u00a0»',
  planned: () => 'Maintenir comme prévu',
}

const done: Record<EventState, string> = {
  cancelled: 'C’est annulé\u00a0: les habitants le voient barré.',
  postponed: 'C’est reporté\u00a0: les habitants le voient.',
  full: 'Les habitants lisent «\u00a0Complet\u00a0».',
  planned: 'C’est de nouveau prévu.',
}

/** Cancels, postpones or fills an instant, or one of its dates: it stays listed, in words. */
export function StateDialog({ instant, now, onClose }: Props) {
  const { title } = instant.instantInformation
  const [target, setTarget] = useState('')
  const [tells, setTells] = useState(false)
  const { followersCount: followers } = useCompany()
  const targets = targetsOf(instant, now)
  const chosen = targets.find(({ value }) => value === target)
  const { state, message, newStart, isChanged, isOther, isTold, type } = useTypedState(presentState(instant, chosen))
  const mayMove = state === 'postponed' && isMovable(instant, chosen)
  const moved = mayMove ? newStart.trim() : ''
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /v1/instants/:id/state', {
        params: { id: String(instant.instantInformation.id) },
        body: {
          version: instant.version,
          state,
          message: message.trim(),
          tellFollowers: tells,
          ...placeOf(chosen, moved),
        },
      }),
    onSuccess: ({ notice }) => {
      showToast(`${done[state]}${tells ? noticeTexts[notice](followers) : ''}`)
      onClose()
    },
    meta: { refreshes: instantLists },
  })
  const isUnreadable = moved !== '' && !readDateTime(moved)
  const onSubmit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (!isUnreadable && isChanged) mutate()
  }
  const form = { onSubmit, isPending, failure: error ? { text: messageOf(error) } : undefined }
  return (
    <Modal onClose={onClose} title={`«\u00a0${title}\u00a0»`} size="narrow" isBusy={isPending}>
      <DialogForm
        form={form}
        closeLabel="Fermer"
        submitLabel={isOther ? submits[state](kindOf(instant)) : 'Enregistrer'}
        cannotSend={!isChanged}
        onClose={onClose}
      >
        {targets.length > 1 ? (
          <SelectField
            name="target"
            label="Quelle date"
            value={target}
            onChange={setTarget}
            placeholder="Toutes les dates"
            options={targets.map(({ value, label }) => ({ value, label }))}
          />
        ) : null}
        <SelectField
          name="state"
          label="Que se passe-t-il&nbsp;?"
          value={state}
          onChange={(wanted) => type({ wanted })}
          options={choices}
        />
        {mayMove ? (
          <NewDate value={newStart} onChange={(text) => type({ newStart: text })} isUnreadable={isUnreadable} />
        ) : null}
        <TextareaField
          name="message"
          label="Message aux habitants"
          hint={'Facultatif, 200 caractères\u00a0: «\u00a0Pluie annoncée.\u00a0»'}
          value={message}
          onChange={(text) => type({ message: text.slice(0, 200) })}
        />
        <Seated instant={instant} target={chosen} isTold={isTold} />
        <TellFollowers value={tells} onChange={setTells} />
      </DialogForm>
    </Modal>
  )
}

type SeatedProps = { instant: ServerInstant; target: Target | undefined; isTold: boolean }

const Seated = ({ instant, target, isTold }: SeatedProps) =>
  isTold ? <SeatedNote id={instant.instantInformation.id} date={target?.name} /> : null

type NewDateProps = { value: string; onChange: (value: string) => void; isUnreadable: boolean }

function NewDate({ value, onChange, isUnreadable }: NewDateProps) {
  const error = { key: 'date_format_error', text: 'La date doit être au format JJ/MM/AAAA à hh:mm' }
  return (
    <DateTimeField
      name="newStart"
      label="Nouvelle date"
      hint={'Vide\u00a0: «\u00a0nouvelle date à venir\u00a0»'}
      value={value}
      onChange={onChange}
      {...(isUnreadable && { error })}
    />
  )
}

/** Who was told. */
const noticeTexts: Record<'sent' | 'none' | 'refused', (followers: number) => string> = {
  sent: (followers) => (followers === 1 ? ' Votre abonné est prévenu.' : ` Vos ${followers} abonnés sont prévenus.`),
  none: () => '',
  refused: () => ' Vos abonnés ont déjà été prévenus récemment\u00a0: pas de nouveau message.',
}

function TellFollowers({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const { followersCount: count } = useCompany()
  if (count === 0) return null
  const label = count === 1 ? 'Prévenir mon abonné' : `Prévenir mes ${count} abonnés`
  return <CheckboxField name="tellFollowers" label={label} value={value} onChange={onChange} />
}

/** A weekly occurrence has a day only; several dates are moved one by one. */
const isMovable = ({ schedule }: ServerInstant, chosen: Target | undefined): boolean =>
  chosen ? chosen.dateId !== undefined : schedule?.dates.length === 1

const placeOf = (chosen: Target | undefined, newStart: string) => ({
  ...(chosen?.dateId !== undefined && { dateId: chosen.dateId }),
  ...(chosen?.occurrence && { occurrence: chosen.occurrence }),
  ...(newStart && { newStart }),
})

/** The state that residents read now, of one date or of all: of dates that differ, none but the plan. */
function presentState({ eventState, schedule }: ServerInstant, chosen: Target | undefined): PresentState {
  const own = chosen?.dateId === undefined ? undefined : schedule?.dates.find(({ id }) => id === chosen.dateId)
  const weekly = schedule?.weekly.flatMap((line) => line.occurrences).find(({ day }) => day === chosen?.occurrence)
  const { state, message } = own ?? weekly ?? eventState
  return { state, message: message ?? '' }
}

type PresentState = { state: EventState; message: string }

/** Opened on the present state: a tap on the button alone changes nothing. */
function useTypedState(present: PresentState) {
  const [typed, setTyped] = useState<{ wanted?: EventState; message?: string; newStart?: string }>({})
  const state = typed.wanted ?? present.state
  const isOther = state !== present.state
  const message = typed.message ?? (isOther ? '' : present.message)
  const newStart = typed.newStart ?? ''
  return {
    state,
    message,
    newStart,
    isOther,
    /** Who has a place is told, but of « complet ». */
    isTold: isOther && state !== 'full',
    isChanged: isOther || message !== present.message || newStart.trim() !== '',
    type: (part: typeof typed) => setTyped({ ...typed, ...part }),
  }
}

type Target = { value: string; label: string; name: string; dateId?: number; occurrence?: string }

/** Each date to come, or each of the next weekly ones. */
function targetsOf(instant: ServerInstant, now: Temporal.Instant): Target[] {
  return comingOf(instant, now).map(({ id, originalStart, end, isDate, day }) => {
    const label = dateText(
      Temporal.Instant.fromEpochMilliseconds(originalStart),
      Temporal.Instant.fromEpochMilliseconds(end),
    )
    if (isDate && id !== undefined) return { value: `d${id}`, label, name: String(id), dateId: id }
    return { value: `o${day}`, label, name: `${id}-${day}`, occurrence: day }
  })
}
