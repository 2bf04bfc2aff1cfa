import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { needsDateHeading } from '@parvis/domain/messages/date-heading'
import { IconArrowDown } from '@tabler/icons-react'
import {
  Fragment,
  type MouseEvent,
  type ReactNode,
  type UIEvent,
  type UIEventHandler,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Temporal } from 'temporal-polyfill'
import type { QueuedItem } from '../../lib/send-queue.ts'
import { Button, QuietButton, SmallButton, Spinner } from '../../ui/button.tsx'
import { headingOf } from './date-heading.ts'
import { LaterActions, LaterItem } from './later-list.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { type Note, NoteCard } from './notes.tsx'
import { PendingBubble } from './pending-bubble.tsx'
import styles from './thread.module.css'
import type { LaterMessage } from './use-later.ts'
import type { Message } from './use-thread.ts'

type MessageListProps = {
  /** Name of the other party. */
  name: string
  /** Newest first. */
  messages: readonly Message[]
  pending: readonly QueuedItem[]
  notes: readonly Note[]
  later: readonly LaterMessage[]
  discussionId: string
  /** The one that was looked for, brought into view. */
  found: number | undefined
  isWhole: boolean
  isLoadingOlder: boolean
  onOlder: () => void
  /** True when no newer message is left to load. */
  isCurrent: boolean
  isLoadingNewer: boolean
  onNewer: () => Promise<unknown>
  onLatest: () => void
  /** Puts what was refused back in the composer. */
  onEdit: (item: QueuedItem) => void
}

/** Messages in order, newest at the bottom; scrolling to the top loads older ones. */
export function MessageList(props: MessageListProps) {
  const { name, pending, later, found, isWhole, isLoadingOlder, onOlder, isCurrent, onEdit } = props
  const said = saidInOrder(props)
  const top = useReached(onOlder, !isWhole && !isLoadingOlder)
  const end = useEnd(newestOfTheirs(props.messages))
  return (
    <MessageLog label="Messages" onScroll={end.onScroll}>
      {isCurrent && end.isFar ? <BackToEnd hasNew={end.hasNew} /> : null}
      <ol className="column gap-tight pad-2">
        {isWhole ? null : (
          <li ref={top} className={`flex centre ${styles.older}`}>
            {isLoadingOlder ? <Spinner /> : null}
          </li>
        )}
        {said.map(({ at, message, note }, index) => (
          <Fragment key={message ? message.id : `note ${note?.id}`}>
            {needsDateHeading(instantOf(said[index - 1]?.at), Temporal.Instant.from(at)) ? (
              <li className={`soft small centred ${styles.date}`} title={formatDayTime(at)}>
                {headingOf(at)}
              </li>
            ) : null}
            {message ? <MessageBubble message={message} name={name} isFound={message.id === found} /> : null}
            {note ? <NoteCard note={note} discussionId={props.discussionId} /> : null}
          </Fragment>
        ))}
        {isCurrent ? null : <NewerMessages {...props} />}
        <PendingBubbles pending={pending} onEdit={onEdit} />
        {(isCurrent ? later : []).map((one) => (
          <LaterItem key={one.id} later={one}>
            <LaterActions later={one} />
          </LaterItem>
        ))}
      </ol>
    </MessageLog>
  )
}

type MessageLogProps = { label: string; onScroll?: UIEventHandler | undefined; children: ReactNode }

/** What was said, in a part of the screen that scrolls by itself and is read out as it grows. */
export function MessageLog({ label, onScroll, children }: MessageLogProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="log" aria-label={label} onScroll={onScroll}>
      {children}
    </div>
  )
}

/** What was written before the conversation could be loaded, for want of a network: it is kept, and seen to be. */
export function PendingList({ pending, onEdit }: Pick<MessageListProps, 'pending' | 'onEdit'>) {
  return (
    <MessageLog label="Messages">
      <ol className="column gap-tight pad-2">
        <PendingBubbles pending={pending} onEdit={onEdit} />
      </ol>
    </MessageLog>
  )
}

function PendingBubbles({ pending, onEdit }: Pick<MessageListProps, 'pending' | 'onEdit'>) {
  return pending.map((item) => <PendingBubble key={item.key} item={item} onEdit={() => onEdit(item)} />)
}

/** Loads newer messages below, then scrolls back to the last one read, which the longer list has moved up. */
function NewerMessages({ isLoadingNewer, onNewer, onLatest }: MessageListProps) {
  const load = async (event: MouseEvent<HTMLElement>) => {
    const last = event.currentTarget.closest('li')?.previousElementSibling
    await onNewer()
    requestAnimationFrame(() => last?.scrollIntoView({ block: 'center' }))
  }
  return (
    <li className={`row ${styles.newer}`}>
      <SmallButton loading={isLoadingNewer} onClick={(event) => void load(event)}>
        La suite
      </SmallButton>
      <QuietButton onClick={onLatest}>Derniers messages</QuietButton>
    </li>
  )
}

const newestOfTheirs = (messages: readonly Message[]) => messages.find(({ senderId }) => !isUuidV4(senderId))?.id

/** Distance from the end, in pixels, above which the person reads older messages. */
const farUp = 300

/** Whether older messages are being read, and whether a newer one came meanwhile. The list scrolls from its end: upwards is negative. */
function useEnd(newest: number | undefined) {
  const [left, setLeft] = useState<{ newest: number | undefined }>()
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const isFar = currentTarget.scrollTop < -farUp
    setLeft((before) => (isFar ? (before ?? { newest }) : undefined))
  }
  return { isFar: left !== undefined, hasNew: left !== undefined && left.newest !== newest, onScroll }
}

/** Button over the end of the list; the list takes the focus when the button disappears. */
function BackToEnd({ hasNew }: { hasNew: boolean }) {
  const goBack = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const list = currentTarget.closest<HTMLElement>('[role="log"]')
    list?.focus()
    list?.scrollTo({ top: 0 })
  }
  return (
    <div className={`flex centre bottom fixed ${styles.end}`} aria-live="off">
      <Button size="small" variant={hasNew ? 'primary' : 'secondary'} icon={IconArrowDown} onClick={goBack}>
        {hasNew ? 'Nouveau message' : 'Derniers messages'}
      </Button>
    </div>
  )
}

const instantOf = (isoDate: string | undefined) => (isoDate ? Temporal.Instant.from(isoDate) : undefined)

type Said = { at: string; message?: Message; note?: Note }

/** Notes merged by time, oldest first; those before the first loaded message wait. */
function saidInOrder({ messages, notes, isWhole, isCurrent }: MessageListProps): Said[] {
  const oldest = isWhole ? 0 : Date.parse(messages.at(-1)?.sendAt ?? '')
  const newest = isCurrent ? Number.POSITIVE_INFINITY : Date.parse(messages[0]?.sendAt ?? '')
  const shown = notes.filter(({ createdAt }) => Date.parse(createdAt) >= oldest && Date.parse(createdAt) <= newest)
  const said: Said[] = messages.toReversed().map((message) => ({ at: message.sendAt, message }))
  for (const note of shown) {
    const after = said.findIndex(({ at }) => Date.parse(at) > Date.parse(note.createdAt))
    said.splice(after === -1 ? said.length : after, 0, { at: note.createdAt, note })
  }
  return said
}

/** Calls back when the element becomes visible (IntersectionObserver), while enabled. */
function useReached(onReached: () => void, enabled: boolean) {
  const element = useRef<HTMLLIElement>(null)
  const tell = useEffectEvent(onReached)
  useEffect(() => {
    if (!enabled || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) tell()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [enabled])
  return element
}
