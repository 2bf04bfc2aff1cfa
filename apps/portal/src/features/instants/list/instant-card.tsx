import type { InstantKind } from '@parvis/domain/instants/kind'
import { scheduleItemText } from '@parvis/domain/instants/schedule.fr'
import { shortDateTime } from '@parvis/domain/kernel/french-date'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Temporal } from 'temporal-polyfill'
import { messageOf } from '../../../lib/api-error.ts'
import { numbersQuery } from '../../../lib/numbers.ts'
import { formatCount, formatDayTime } from '../../../lib/paris-format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CategoryBadge } from '../category-badge.tsx'
import { type ServerInstant, scheduleOf, standingOf } from '../instant.ts'
import { useToggleInstant } from '../instants.queries.ts'
import { kinds } from '../kinds.fr.ts'
import styles from './instant-card.module.css'
import { StateBadge } from './state-badge.tsx'
import { TimeLeftBar } from './time-left-bar.tsx'

type InstantCardProps = {
  instant: ServerInstant
  kind: InstantKind
  now: Temporal.Instant
  onDuplicate: () => void
  onToggled: () => void
  onDelete: () => void
}

/** One instant: what, when, where it stands, and what to do with it (I-010 to I-013, I-021, AMB-137). */
export function InstantCard({ instant, kind, now, onDuplicate, onToggled, onDelete }: InstantCardProps) {
  const { id, title, shortDescription, pictureUrl, category } = instant.instantInformation
  const { state, left, start } = standingOf(instant, now)
  const times = scheduleOf(instant).map(scheduleItemText)
  return (
    <li>
      <article className={styles.card} data-state={state} aria-label={title}>
        <div className={styles.main}>
          <img
            className={styles.picture}
            src={pictureUrl ?? undefined}
            alt=""
            width={112}
            height={112}
            loading="lazy"
          />
          <div className={styles.words}>
            <div className={styles.badges}>
              <StateBadge state={state} />
              <CategoryBadge slug={category} />
            </div>
            <h2 className={styles.title}>
              <Link to={kinds[kind].editPath} params={{ id: String(id) }} className={styles.link}>
                {title}
              </Link>
            </h2>
            <p className={styles.text}>{shortDescription}</p>
            <ul className={styles.when}>
              {times.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <Results instant={instant} />
            <p className={styles.modified}>Modifié le {formatDayTime(instant.lastModificationDate)}</p>
          </div>
        </div>
        {state === 'running' || state === 'coming' ? <TimeLeftBar left={left} start={start} now={now} /> : null}
        <div className={styles.actions}>
          <ToggleButton instant={instant} isFixed={state === 'draft' || state === 'over'} onToggled={onToggled} />
          <Link
            to={kinds[kind].editPath}
            params={{ id: String(id) }}
            className={buttonClass({ variant: 'quiet', size: 'small' })}
            aria-label={`Modifier «\u00a0${title}\u00a0»`}
          >
            <IconPencil aria-hidden="true" /> Modifier
          </Link>
          <Button
            variant="quiet"
            size="small"
            aria-label={`${state === 'over' ? 'Republier' : 'Dupliquer'} «\u00a0${title}\u00a0»`}
            onClick={onDuplicate}
          >
            <IconCopy aria-hidden="true" /> {state === 'over' ? 'Republier' : 'Dupliquer'}
          </Button>
          <Button variant="quiet" size="small" aria-label={`Supprimer «\u00a0${title}\u00a0»`} onClick={onDelete}>
            <IconTrash aria-hidden="true" />
          </Button>
        </div>
      </article>
    </li>
  )
}

/** What it brought: when followers were told, or will be, and how often it was looked at in thirty days. */
function Results({ instant }: { instant: ServerInstant }) {
  const { id, businessId } = instant.instantInformation
  const { data } = useQuery(numbersQuery(businessId))
  const seen = data?.instants.find(({ instantId }) => instantId === id)
  const date = readDateTime((instant.notificationSent ? instant.lastNotificationDate : instant.notificationDate) ?? '')
  const texts = [
    date && `Notification ${instant.notificationSent ? 'envoyée' : 'prévue'} le ${shortDateTime(date)}`,
    seen && seen.views > 0 && viewsText(seen),
  ].filter(Boolean)
  return texts.length === 0 ? null : <p className={styles.results}>{texts.join(' · ')}</p>
}

/** `Vu 12 fois, dont 3 par la notification` */
function viewsText({ views, openedNotifications }: { views: number; openedNotifications: number }): string {
  const opened = openedNotifications > 0 ? `, dont ${formatCount(openedNotifications)} par la notification` : ''
  return `Vu ${formatCount(views)} fois${opened}`
}

type ToggleButtonProps = { instant: ServerInstant; isFixed: boolean; onToggled: () => void }

/** Pauses or resumes the whole card, and says so with a way back; a draft and what is over have nothing to pause. */
function ToggleButton({ instant, isFixed, onToggled }: ToggleButtonProps) {
  const { mutate, isPending } = useToggleInstant()
  const { id, title } = instant.instantInformation
  if (isFixed) return null
  const onError = (error: Error) => void showToast(messageOf(error), 'danger')
  const tell = (isPaused: boolean) => {
    onToggled()
    const text = isPaused
      ? 'est en pause\u00a0: les habitants ne le voient plus'
      : 'est de nouveau visible des habitants'
    const undo = () => mutate(id, { onError, onSuccess: () => tell(!isPaused) })
    showToast(`«\u00a0${title}\u00a0» ${text}`, 'success', undo)
  }
  const word = instant.status ? 'Pause' : 'Reprendre'
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={instant.status ? `Mettre en pause «\u00a0${title}\u00a0»` : `Reprendre «\u00a0${title}\u00a0»`}
      icon={instant.status ? <IconPlayerPause aria-hidden="true" /> : <IconPlayerPlay aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate(id, { onError, onSuccess: () => tell(instant.status) })}
    >
      {word}
    </Button>
  )
}
