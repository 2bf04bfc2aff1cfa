import { needsDateHeading } from '@parvis/domain/messages/date-heading'
import { Fragment, type MouseEvent, useEffect, useRef } from 'react'
import { Temporal } from 'temporal-polyfill'
import { formatDayTime } from '../../lib/paris-format.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { headingOf } from './date-heading.ts'
import { MessageBubble } from './message-bubble.tsx'
import { PendingBubble } from './pending-bubble.tsx'
import styles from './thread.module.css'
import type { PendingMessage } from './use-send-message.ts'
import type { Message } from './use-thread.ts'

type MessageListProps = {
  /** Of the one written to. */
  name: string
  /** Newest first. */
  messages: readonly Message[]
  pending: readonly PendingMessage[]
  /** The one that was looked for, brought into view. */
  found: number | undefined
  isWhole: boolean
  isLoadingOlder: boolean
  onOlder: () => void
  /** Nothing newer is left to be loaded. */
  isCurrent: boolean
  isLoadingNewer: boolean
  onNewer: () => Promise<unknown>
  onLatest: () => void
  onRetry: (message: PendingMessage) => void
  onForget: (localId: string) => void
}

/** Oldest at the top, newest at the bottom where the eye is; reaching the top brings what came before (M-014, M-017). */
export function MessageList(props: MessageListProps) {
  const { name, messages, pending, found, isWhole, isLoadingOlder, onOlder, isCurrent, onRetry, onForget } = props
  const ascending = messages.toReversed()
  const top = useReached(onOlder, !isWhole && !isLoadingOlder)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="log" aria-label="Messages">
      <ol className={styles.messages}>
        {isWhole ? null : (
          <li ref={top} className={styles.older}>
            {isLoadingOlder ? <Spinner /> : null}
          </li>
        )}
        {ascending.map((message, index) => (
          <Fragment key={message.id}>
            {needsDateHeading(instantOf(ascending[index - 1]), Temporal.Instant.from(message.sendAt)) ? (
              <li className={styles.date} title={formatDayTime(message.sendAt)}>
                {headingOf(message.sendAt)}
              </li>
            ) : null}
            <MessageBubble message={message} name={name} isFound={message.id === found} />
          </Fragment>
        ))}
        {isCurrent ? null : <NewerMessages {...props} />}
        {pending.map((message) => (
          <PendingBubble
            key={message.localId}
            message={message}
            onRetry={() => onRetry(message)}
            onForget={() => onForget(message.localId)}
          />
        ))}
      </ol>
    </div>
  )
}

/** The list grows upwards from its end: what was read last stays in view when newer messages come below it. */
function NewerMessages({ isLoadingNewer, onNewer, onLatest }: MessageListProps) {
  const load = async (event: MouseEvent<HTMLElement>) => {
    const last = event.currentTarget.closest('li')?.previousElementSibling
    await onNewer()
    requestAnimationFrame(() => last?.scrollIntoView({ block: 'center' }))
  }
  return (
    <li className={styles.newer}>
      <Button size="small" variant="secondary" loading={isLoadingNewer} onClick={(event) => void load(event)}>
        La suite
      </Button>
      <Button size="small" variant="quiet" onClick={onLatest}>
        Derniers messages
      </Button>
    </li>
  )
}

const instantOf = (message: Message | undefined) => message && Temporal.Instant.from(message.sendAt)

/** Calls back when the element comes into view, while enabled. */
function useReached(onReached: () => void, enabled: boolean) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!enabled || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onReached()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [enabled, onReached])
  return element
}
