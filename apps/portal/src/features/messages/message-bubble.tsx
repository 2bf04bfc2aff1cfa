import { formatDayTime, formatTime } from '@parvis/domain/kernel/french-format'
import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import { type ReactNode, use, useState } from 'react'
import { unbroken } from '../../lib/typographic.ts'
import { Modal } from '../../ui/modal.tsx'
import { Avatar } from './avatar.tsx'
import styles from './thread.module.css'
import { type Message, OrderCardContext } from './use-thread.ts'

/** Avatar, text as it was typed, image, time; an order has its card instead of its text. */
export function MessageBubble({ message, name, isFound }: { message: Message; name: string; isFound: boolean }) {
  const { senderId, senderAvatar, message: text, image, order, sendAt, automatic } = message
  const orderCard = use(OrderCardContext)
  const isOwn = isUuidV4(senderId)
  return (
    <li
      className={`flex bottom ${styles.message}`}
      data-own={isOwn || undefined}
      {...(isFound && { ref: bringIntoView, 'data-found': true, 'aria-current': true })}
    >
      <span className="visually-hidden">{isOwn ? 'Vous' : name}&nbsp;: </span>
      {isOwn ? null : <Avatar name={name} picture={senderAvatar} size={32} />}
      <div className={`written ${styles.bubble}`} data-own={isOwn || undefined} data-order={order ? true : undefined}>
        {image ? <SentPicture src={image} /> : null}
        {order ? orderCard(order, text) : withPhones(unbroken(text))}
      </div>
      <time className="fixed soft small" dateTime={sendAt} title={formatDayTime(sendAt)}>
        {automatic ? 'Réponse automatique, ' : ''}
        {formatTime(sendAt)}
      </time>
    </li>
  )
}

/** A tap shows it as large as the screen lets: a cake to copy, the label of a wine. */
function SentPicture({ src }: { src: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.enlarge} aria-label="Agrandir la photo" onClick={() => setOpen(true)}>
        <img className={styles.image} src={src} alt="Envoyée dans la conversation" loading="lazy" />
      </button>
      {isOpen ? (
        <Modal onClose={() => setOpen(false)} title="Photo" size="wide">
          <img className={styles.whole} src={src} alt="La même, en grand" />
        </Modal>
      ) : null}
    </>
  )
}

const frenchNumber =
  /(^|[^\d+])((?:(?:\+|00)33[ \u00a0\u202f.-]?(?:\(0\))?|0)[ \u00a0\u202f.-]?[1-9](?:[ \u00a0\u202f.-]?\d{2}){4})(?!\d)/g

/** The text, its French phone numbers as links that call them. Nothing else becomes a link: a resident may write any address. */
function withPhones(text: string): ReactNode[] {
  let end = 0
  const parts = [...text.matchAll(frenchNumber)].flatMap(({ index, 1: before = '', 2: shown = '' }) => {
    const start = index + before.length
    const plain = text.slice(end, start)
    end = start + shown.length
    return [
      plain,
      <a key={start} href={`tel:${normalisePhone(shown) ?? shown}`}>
        {shown}
      </a>,
    ]
  })
  return [...parts, text.slice(end)]
}

/** Once, when it is drawn. */
const bringIntoView = (element: HTMLLIElement | null) => element?.scrollIntoView({ block: 'center' })
