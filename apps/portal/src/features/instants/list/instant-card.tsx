import { isRichLine, oldEnd } from '@parvis/domain/instants/activation-time'
import type { InstantKind } from '@parvis/domain/instants/kind'
import type { Occurrence } from '@parvis/domain/instants/occurrences'
import type { ScheduleItem } from '@parvis/domain/instants/schedule'
import { occurrenceStateText, scheduleItemText } from '@parvis/domain/instants/schedule.fr'
import { takesPlace } from '@parvis/domain/instants/takes-place'
import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { dateText, otherDatesText, scheduleText } from '@parvis/domain/site/when.fr'
import {
  IconCalendarX,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { instantLists } from '../../../api/reads-of.ts'
import { call } from '../../../lib/request.ts'
import { PageLink } from '../../../lib/router.tsx'
import { unbroken } from '../../../lib/typographic.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { QuietButton } from '../../../ui/button.tsx'
import card from '../../../ui/card.module.css'
import { CategoryBadge } from '../../../ui/category-badge.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { comingOf, type InstantState, type ServerInstant, scheduleOf, standingOf } from '../instant.ts'
import { kinds } from '../kinds.fr.ts'
import styles from './instant-card.module.css'
import { Notes, Results, StateBadge, TimeLeftBar } from './instant-card-parts.tsx'

type InstantCardProps = {
  instant: ServerInstant
  kind: InstantKind
  now: Temporal.Instant
  onDuplicate: () => void
  onToggled: () => void
  onDelete: () => void
  onChangeState: () => void
}

/** One instant: what, when, where it stands, and what to do with it. */
export function InstantCard(props: InstantCardProps) {
  const { instant, kind, now } = props
  const { id, title, shortDescription, pictureUrl, category } = instant.instantInformation
  const { state, left, start, next } = standingOf(instant, now)
  const times = timesOf(instant, next, now)
  const isOff = isCalledOff(instant, now)
  const { word, message } = changeText(next, isOff)
  return (
    <li>
      <article className={`box column ${styles.card}`} data-state={state} aria-label={title}>
        <div className={`stack-2 ${styles.main}`}>
          <img className={card.picture} src={pictureUrl ?? undefined} alt="" width={112} height={112} loading="lazy" />
          <div className={card.words}>
            <div className="flex wrap gap-tight">
              {isOff ? null : <StateBadge state={state} />}
              {word ? <StatusBadge tone={isOff ? 'danger' : 'info'}>{word}</StatusBadge> : null}
              <CategoryBadge slug={category} />
              {instant.fromCalendar ? <StatusBadge tone="info">Du calendrier</StatusBadge> : null}
            </div>
            <h2 className={card.name} data-struck={isOff || undefined}>
              <PageLink
                to={kinds[kind].editPath}
                params={{ id: String(id) }}
                className={`${styles.link} ${card.cover}`}
              >
                {unbroken(title)}
              </PageLink>
            </h2>
            <p className="note two-lines">{unbroken(shortDescription)}</p>
            <ul className={styles.when}>
              {times.map((text) => (
                <li key={text}>{text.split(hourRange).map(asPart)}</li>
              ))}
            </ul>
            <Notes instant={instant} message={message} />
            <Results instant={instant} changed={word} />
            <p className={styles.modified}>Modifié le {formatDayTime(instant.lastModificationDate)}</p>
          </div>
        </div>
        {isAnnounced(state) && !isOff ? <TimeLeftBar left={left} start={start} now={now} /> : null}
        <Allowed call="POST /v1/instants">
          <Actions {...props} state={state} isOff={isOff} />
        </Allowed>
      </article>
    </li>
  )
}

const isAnnounced = (state: InstantState): boolean => state === 'running' || state === 'coming'

/** Nothing of it will take place any more. */
function isCalledOff(instant: ServerInstant, now: Temporal.Instant): boolean {
  const coming = comingOf(instant, now)
  return coming.length > 0 && coming.every((one) => one.state === 'cancelled')
}

type ActionsProps = InstantCardProps & { state: InstantState; isOff: boolean }

/** Play and pause, change, cancel or postpone, do again, delete. */
function Actions({ instant, kind, state, isOff, onDuplicate, onToggled, onDelete, onChangeState }: ActionsProps) {
  const { id, title } = instant.instantInformation
  const copyWord = state === 'over' ? 'Refaire' : 'Dupliquer'
  const isFixed = isOff || state === 'draft' || state === 'scheduled' || state === 'over'
  return (
    <div className={`flex wrap between ruled ${styles.actions}`}>
      <ToggleButton instant={instant} isFixed={isFixed} onToggled={onToggled} />
      <LinkButton
        to={kinds[kind].editPath}
        params={{ id: String(id) }}
        variant="quiet"
        size="small"
        aria-label={`Modifier «\u00a0${title}\u00a0»`}
        icon={IconPencil}
      >
        Modifier
      </LinkButton>
      {isAnnounced(state) ? (
        <QuietButton
          aria-label={`Changer l’état de «\u00a0${title}\u00a0»`}
          onClick={onChangeState}
          icon={IconCalendarX}
        >
          Changer l’état
        </QuietButton>
      ) : null}
      {isAnnounced(state) && !instant.followsHours ? (
        <LinkButton
          to="/instants/$id/places"
          params={{ id: String(id) }}
          variant="quiet"
          size="small"
          aria-label={`Places de «\u00a0${title}\u00a0»`}
          icon={IconUsers}
        >
          Places
        </LinkButton>
      ) : null}
      <QuietButton aria-label={`${copyWord} «\u00a0${title}\u00a0»`} onClick={onDuplicate} icon={IconCopy}>
        {copyWord}
      </QuietButton>
      <QuietButton aria-label={`Supprimer «\u00a0${title}\u00a0»`} onClick={onDelete} icon={IconTrash} />
    </div>
  )
}

/** The next date and how many more, the lines of the week, or the link to the hours. */
function timesOf(instant: ServerInstant, next: Occurrence | undefined, now: Temporal.Instant): string[] {
  if (instant.followsHours) return ['Aux heures d’ouverture']
  const items = scheduleOf(instant)
  const dates = items.filter((item) => item.kind === 'fixed')
  if (dates.length > 1 && next) {
    const others = comingOf(instant, now).filter((one) => one.id !== next.id && takesPlace(one))
    const [start, end] = [next.originalStart, next.end].map((at) => Temporal.Instant.fromEpochMilliseconds(at))
    return start && end ? [`${dateText(start, end)}${otherDatesText(others.length)}`] : []
  }
  const last = dates.length > 1 ? dates.slice(-1) : items
  return last.map((item) => (isPlainItem(item) ? scheduleItemText(item) : scheduleText(item)))
}

const hourRange = /(\S+ – \S+)/

/** No line break inside a range of hours: UAX 14 allows one between a dash and a no-break space (LB12a). */
const asPart = (part: string, index: number) => (
  <span key={part} className={index % 2 === 0 ? undefined : styles.range}>
    {part}
  </span>
)

/** Whether the short texts of the old calls say the whole item: one day, or a plain weekly line. */
function isPlainItem(item: ScheduleItem): boolean {
  return item.kind === 'fixed' ? oldEnd(item).equals(item.end) : !isRichLine(item)
}

/** `Reporté du 12 mars au 9 avril`, with the message to residents. */
function changeText(
  next: Occurrence | undefined,
  isOff: boolean,
): { word?: string; message?: string | null | undefined } {
  if (!next?.state || next.state === 'planned') return isOff ? { word: 'Annulé' } : {}
  const { state, message, formerStart, originalStart } = next
  const former = formerStart ? Temporal.Instant.fromEpochMilliseconds(formerStart) : null
  const at = Temporal.Instant.fromEpochMilliseconds(originalStart)
  return { word: occurrenceStateText({ state, former, at }), message }
}

type ToggleButtonProps = { instant: ServerInstant; isFixed: boolean; onToggled: () => void }

/** Pauses or resumes the instant and shows a toast with undo; drafts and finished ones have nothing to pause. */
function ToggleButton({ instant, isFixed, onToggled }: ToggleButtonProps) {
  const { id, title } = instant.instantInformation
  const { mutate, isPending } = useMutation({
    mutationFn: (paused: boolean) => call('POST /v1/instants/:id/pause', { params: { id }, body: { paused } }),
    meta: { refreshes: instantLists, toastsFailure: true },
  })
  if (isFixed) return null
  const pause = (paused: boolean) => mutate(paused, { onSuccess: () => tell(paused) })
  const tell = (isPaused: boolean) => {
    onToggled()
    const text = isPaused
      ? 'est en pause\u00a0: les habitants ne le voient plus'
      : 'est de nouveau visible des habitants'
    showToast(`«\u00a0${title}\u00a0» ${text}`, 'success', () => pause(!isPaused))
  }
  const word = instant.status ? 'Pause' : 'Reprendre'
  return (
    <QuietButton
      aria-label={instant.status ? `Mettre en pause «\u00a0${title}\u00a0»` : `Reprendre «\u00a0${title}\u00a0»`}
      icon={instant.status ? IconPlayerPause : IconPlayerPlay}
      needsNetwork
      loading={isPending}
      onClick={() => pause(instant.status)}
    >
      {word}
    </QuietButton>
  )
}
