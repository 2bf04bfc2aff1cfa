import type { EventState } from '@parvis/domain/instants/event-state'
import { instantsFieldTexts } from '@parvis/domain/instants/instants.refusals.fr'
import { type InstantKind, kindNames } from '@parvis/domain/instants/kind'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { countCharacters } from '@parvis/domain/kernel/text'
import { dateText } from '@parvis/domain/site/when.fr'
import { Temporal } from 'temporal-polyfill'
import { call } from '../../../lib/request.ts'
import { useCompany } from '../../../lib/session.ts'
import { useForm } from '../../../lib/use-form.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { FormDialog } from '../../../ui/dialog-form.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextareaField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { SeatedNote } from '../bookings/seated-note.tsx'
import { NoticeReach } from '../form/quick-reach.tsx'
import { comingOf, kindOf, type ServerInstant } from '../instant.ts'
import { reloadInstants } from '../instants.queries.ts'

type Props = { instant: ServerInstant; now: Temporal.Instant; onClose: () => void }

const choices: { value: EventState; label: string }[] = [
  { value: 'planned', label: 'C’est maintenu, comme prévu' },
  { value: 'full', label: 'C’est complet' },
  { value: 'postponed', label: 'C’est reporté' },
  { value: 'cancelled', label: 'C’est annulé' },
]

/** The button says what will be done. */
const submits: Record<EventState, (kind: InstantKind) => string> = {
  cancelled: (kind) => `Annuler ${kindNames[kind].this}`,
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

const maxMessage = 200

/** Cancels, postpones or fills an instant, or one of its dates: it stays listed, in words. */
export function StateDialog({ instant, now, onClose }: Props) {
  const { id, title } = instant.instantInformation
  const { followersCount: followers } = useCompany()
  const targets = targetsOf(instant, now)
  const targetOf = (value: string) => targets.find((one) => one.value === value)
  const form = useForm({
    initial: { target: '', ...presentState(instant, undefined), notifyFollowers: false },
    check: ({ newStart, message }): Record<string, string> => ({
      ...(newStart.trim() !== '' && !readDateTime(newStart) && { newStart: 'date_format_error' }),
      ...(countCharacters(message) > maxMessage && { message: 'message_error' }),
    }),
    textOf: {
      ...instantsFieldTexts,
      message_error: 'Ce message est trop long (200 caractères maximum).',
      past_day_error: 'Ce moment est déjà passé.',
    },
    submit: async ({ target, newStart, message, ...wanted }) => {
      const moved = mayMove ? newStart.trim() : ''
      const body = {
        version: instant.version,
        ...wanted,
        message: message.trim(),
        ...dateChanged(targetOf(target), moved),
      }
      const { notice } = await call('POST /v1/instants/:id/state', { params: { id }, body })
      showToast(`${done[state]}${wanted.notifyFollowers ? noticeTexts[notice](followers) : ''}`)
      await reloadInstants()
      onClose()
    },
  })
  const { target, state, message } = form.values
  const chosen = targetOf(target)
  const present = presentState(instant, chosen)
  const isOther = state !== present.state
  const mayMove = state === 'postponed' && isMovable(instant, chosen)
  /** The message of the present state is not that of another one. */
  const choose = (next: EventState) =>
    form.change({ state: next, ...(message === present.message && next !== present.state && { message: '' }) })
  return (
    <FormDialog
      title={`«\u00a0${title}\u00a0»`}
      form={form}
      closeLabel="Fermer"
      submitLabel={isOther ? submits[state](kindOf(instant)) : 'Enregistrer'}
      cannotSend={!isOther && message === present.message && form.values.newStart.trim() === present.newStart}
      onClose={onClose}
    >
      {targets.length > 1 ? (
        <SelectField
          {...form.field('target')}
          label="Quelle date"
          onChange={(next) => form.change({ target: next, ...presentState(instant, targetOf(next)) })}
          placeholder="Toutes les dates"
          options={targets.map(({ value, label }) => ({ value, label }))}
        />
      ) : null}
      <SelectField {...form.field('state')} label="Que se passe-t-il&nbsp;?" onChange={choose} options={choices} />
      {mayMove ? (
        <DateTimeField
          {...form.field('newStart')}
          label="Nouvelle date"
          hint={'Vide\u00a0: «\u00a0nouvelle date à venir\u00a0»'}
        />
      ) : null}
      <TextareaField
        {...form.field('message')}
        label="Message aux habitants"
        hint={'Facultatif\u00a0: «\u00a0Pluie annoncée.\u00a0»'}
        limit={maxMessage}
      />
      <Seated instant={instant} target={chosen} isNotified={isOther && state !== 'full'} />
      {followers === 0 ? null : (
        <CheckboxField
          {...form.field('notifyFollowers')}
          label={followers === 1 ? 'Prévenir mon abonné' : `Prévenir mes ${followers} abonnés`}
        />
      )}
      <ReachOfChange id={id} isAsked={form.values.notifyFollowers} />
    </FormDialog>
  )
}

type SeatedProps = { instant: ServerInstant; target: Target | undefined; isNotified: boolean }

const Seated = ({ instant, target, isNotified }: SeatedProps) =>
  isNotified ? <SeatedNote id={instant.instantInformation.id} date={target?.name} /> : null

const ReachOfChange = ({ id, isAsked }: { id: number; isAsked: boolean }) =>
  isAsked ? <NoticeReach kind="change" instantId={id} /> : null

/** Who was told. */
const noticeTexts: Record<'sent' | 'none' | 'refused', (followers: number) => string> = {
  sent: (followers) => (followers === 1 ? ' Votre abonné est prévenu.' : ` Vos ${followers} abonnés sont prévenus.`),
  none: () => '',
  refused: () => ' Vos abonnés ont déjà été prévenus récemment\u00a0: pas de nouveau message.',
}

/** A weekly occurrence has a day only; several dates are moved one by one. */
const isMovable = ({ schedule }: ServerInstant, chosen: Target | undefined): boolean =>
  chosen ? chosen.dateId !== undefined : schedule?.dates.length === 1

const dateChanged = (chosen: Target | undefined, newStart: string) => ({
  ...(chosen?.dateId !== undefined && { dateId: chosen.dateId }),
  ...(chosen?.occurrence && { occurrence: chosen.occurrence }),
  ...(newStart && { newStart }),
})

/** The state that residents read now, of one date or of all: of dates that differ, none but the plan. */
function presentState({ eventState, schedule }: ServerInstant, chosen: Target | undefined): PresentState {
  const own = chosen?.dateId === undefined ? undefined : schedule?.dates.find(({ id }) => id === chosen.dateId)
  const weekly = schedule?.weekly.flatMap((line) => line.occurrences).find(({ day }) => day === chosen?.occurrence)
  const { state, message } = own ?? weekly ?? eventState
  return { state, message: message ?? '', newStart: state === 'postponed' ? movedTo(schedule, own) : '' }
}

/** Where the date, or the only one, was moved, as its field reads it. */
function movedTo(schedule: Schedule, own: StoredDate | undefined): string {
  const date = own ?? (schedule?.dates.length === 1 ? schedule.dates[0] : undefined)
  return date?.formerStart ? date.start.slice(0, 16).replace('T', ' ') : ''
}

type Schedule = ServerInstant['schedule']
type StoredDate = NonNullable<Schedule>['dates'][number]
type PresentState = { state: EventState; message: string; newStart: string }

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
