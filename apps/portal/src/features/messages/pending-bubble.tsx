import { formatDayTime, formatTime } from '@parvis/domain/kernel/french-format'
import { type Icon, IconAlertTriangle, IconClock, IconCloudOff, IconHelpCircle } from '@tabler/icons-react'
import { isServiceAway, unsentText } from '../../lib/api-error.ts'
import { sendQueue } from '../../lib/browser-queue.ts'
import type { QueuedItem } from '../../lib/send-queue.ts'
import { unbroken } from '../../lib/typographic.ts'
import { useOnline } from '../../lib/use-online.ts'
import { QuietButton, SmallButton } from '../../ui/button.tsx'
import { useObjectUrl } from '../../ui/picture/use-object-url.ts'
import { headingOf } from './date-heading.ts'
import styles from './thread.module.css'

type PendingBubbleProps = { item: QueuedItem; onEdit: () => void }

/** What did not arrive yet, and why: kept on the device, on its way, failed, refused, or too old to leave by itself. */
export function PendingBubble({ item, onEdit }: PendingBubbleProps) {
  const { status, error } = item
  const [StateIcon, text] = stateOf(item, useOnline())
  const isFailed = status === 'refused' || (status === 'failed' && !isServiceAway(error))
  return (
    <>
      {item.kind === 'note' ? <WaitingNote text={item.text} /> : <WaitingMessage item={item} />}
      <li className={`row-center to-end small soft ${styles.state}`} data-failed={isFailed || undefined}>
        <span className="inline">
          <StateIcon size={16} aria-hidden="true" /> {text}
        </span>
        <ItemActions item={item} onEdit={onEdit} />
      </li>
    </>
  )
}

function WaitingNote({ text }: { text: string }) {
  return (
    <li className={styles.note}>
      <p>Note pour vous seul</p>
      <p className={styles.noteText}>{unbroken(text)}</p>
    </li>
  )
}

function WaitingMessage({ item: { text, image } }: { item: QueuedItem }) {
  const preview = useObjectUrl(image)
  return (
    <li className={`flex bottom ${styles.message}`} data-own>
      <div className={`written ${styles.bubble}`} data-own>
        {preview ? <img className={styles.image} src={preview} alt="En cours d’envoi" /> : null}
        {unbroken(text)}
      </div>
    </li>
  )
}

/** Again, otherwise, or not at all; nothing while it is on its way. */
function ItemActions({ item: { key, kind, status }, onEdit }: PendingBubbleProps) {
  if (status === 'sending') return null
  // The composer writes to the resident: a note, for the shop alone, does not go back into it.
  const edit = kind === 'note' ? undefined : 'Modifier'
  const again = { failed: 'Réessayer', asks: 'Envoyer quand même', refused: edit, waiting: undefined }[status]
  return (
    <>
      {again ? (
        <SmallButton onClick={status === 'refused' ? onEdit : () => void sendQueue.retry(key)}>{again}</SmallButton>
      ) : null}
      <QuietButton onClick={() => void sendQueue.remove(key)}>Effacer</QuietButton>
    </>
  )
}

function stateOf(
  { status, progress, image, createdAt, refusal, error }: QueuedItem,
  isOnline: boolean,
): [icon: Icon, text: string] {
  if (status === 'sending') return [IconClock, image ? photoText(image, progress) : 'Envoi en cours…']
  if (status === 'asks')
    return [IconHelpCircle, `Ce message attend depuis ${sinceText(createdAt)}. L’envoyer quand même\u00a0?`]
  if (status === 'waiting')
    return isOnline
      ? [IconClock, 'En attente']
      : [IconCloudOff, 'Enregistré sur cet appareil, partira au retour du réseau']
  if (status === 'failed' && isServiceAway(error))
    return [IconClock, 'Le service revient dans un instant, ce message partira de lui-même']
  return [IconAlertTriangle, refusal ? `Pas envoyé\u00a0: ${refusal.message}` : 'Pas envoyé']
}

const photoText = (image: Blob, progress: number) =>
  `Envoi de la photo (${Math.max(1, Math.round(image.size / 1_000))}\u00a0ko)\u00a0: ${Math.round(progress * 100)}\u00a0%`

/** `hier 14:05`, `12 mars 2027 à 14:05`. */
function sinceText(createdAt: number): string {
  const day = headingOf(new Date(createdAt).toISOString())
  return day === 'hier' ? `hier ${formatTime(createdAt)}` : `le ${formatDayTime(createdAt)}`
}

/** Why the last one did not leave, for the composer; a device without network, or a service that is away, has its own words. */
export function unsentReason(pending: readonly QueuedItem[]): string | undefined {
  const failed = pending.find(({ status, error }) => status === 'failed' && !isServiceAway(error))
  return failed && unsentText(failed.error)
}
