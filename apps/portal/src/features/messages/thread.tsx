import { messageOf } from '../../lib/api-error.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import styles from './thread.module.css'
import { ThreadHeader } from './thread-header.tsx'
import { TriageBar } from './triage-bar.tsx'
import type { Discussion } from './use-broadcasts.ts'
import { emptyDraft, useDraft } from './use-draft.ts'
import { useSendMessage } from './use-send-message.ts'
import { useThread } from './use-thread.ts'

type ThreadProps = {
  discussion: Discussion
  /** The message that it opens at; absent: the last one. */
  around: number | undefined
  /** Shows the last messages instead. */
  onLatest: () => void
  onBack: () => void
}

/** One conversation: its messages and what to write in it (M-008). */
export function Thread({ discussion, around, onLatest, onBack }: ThreadProps) {
  const { uuid, label, picture, isBlocked, triage } = discussion
  const { thread, older, newer } = useThread(uuid, around)
  const { send, pending, forget } = useSendMessage(uuid)
  const [draft, write] = useDraft(uuid)
  const failed = pending.find(({ state }) => state === 'failed')

  return (
    <section className={styles.thread} aria-label={`Conversation avec ${label}`}>
      <ThreadHeader title={label} picture={picture} onBack={onBack} />
      <TriageBar ids={[uuid]} triage={triage} onUnread={onBack} />
      {thread.error && !thread.data ? <LoadError error={thread.error} onRetry={() => void thread.refetch()} /> : null}
      {!thread.data && !thread.error ? <Skeleton height={320} /> : null}
      {thread.data ? (
        <MessageList
          name={label}
          messages={thread.data.messages}
          pending={pending}
          found={around}
          isWhole={thread.data.isWhole}
          isCurrent={thread.data.isCurrent}
          isLoadingOlder={older.isPending}
          onOlder={() => older.mutate()}
          isLoadingNewer={newer.isPending}
          onNewer={() => newer.mutateAsync().catch(() => undefined)}
          onLatest={onLatest}
          onRetry={(message) => send({ ...message, createdAt: Date.now() })}
          onForget={forget}
        />
      ) : null}
      {isBlocked ? (
        <p className={styles.blocked}>Cette conversation est bloquée</p>
      ) : (
        <Composer
          label={`Message à ${label}`}
          draft={draft}
          onWrite={write}
          error={failed ? { key: 'send_failed', text: messageOf(failed.error) } : undefined}
          onSend={(written) => {
            send({ localId: crypto.randomUUID(), ...written, createdAt: Date.now() })
            write(emptyDraft)
            if (around) onLatest()
          }}
        />
      )}
    </section>
  )
}
