import { formatDayTime, formatTime } from '@parvis/domain/kernel/french-format'
import { isUuidV4 } from '@parvis/domain/kernel/uuid'
import { use } from 'react'
import { Avatar } from './avatar.tsx'
import { OrderCardContext } from './order-card-slot.ts'
import styles from './thread.module.css'
import type { Message } from './use-thread.ts'

/** Avatar, text as it was typed, image, time; an order has its card instead of its text (M-013, M-042, O-001). */
export function MessageBubble({ message, name, isFound }: { message: Message; name: string; isFound: boolean }) {
  const { senderId, senderAvatar, message: text, image, order } = message
  const orderCard = use(OrderCardContext)
  const isOwn = isUuidV4(senderId)
  return (
    <li
      className={styles.message}
      data-own={isOwn || undefined}
      {...(isFound && { ref: bringIntoView, 'data-found': true, 'aria-current': true })}
    >
      <span className="visually-hidden">{isOwn ? 'Vous' : name}&nbsp;: </span>
      {isOwn ? null : <Avatar name={name} picture={senderAvatar} size={32} />}
      <div className={styles.bubble} data-own={isOwn || undefined} data-order={order ? true : undefined}>
        {image ? <img className={styles.image} src={image} alt="Envoyée dans la conversation" loading="lazy" /> : null}
        {order ? orderCard(order, text) : text}
      </div>
      <SentAt message={message} />
    </li>
  )
}

function SentAt({ message: { sendAt, automatic } }: { message: Message }) {
  return (
    <time className={styles.time} dateTime={sendAt} title={formatDayTime(sendAt)}>
      {automatic ? 'Réponse automatique, ' : ''}
      {formatTime(sendAt)}
    </time>
  )
}

/** Once, when it is drawn. */
const bringIntoView = (element: HTMLLIElement | null) => element?.scrollIntoView({ block: 'center' })
