import { messageOf } from '../../lib/api-error.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import styles from './thread.module.css'
import { ThreadHeader } from './thread-header.tsx'
import { UnreadButton } from './unread-button.tsx'
import type { Discussion } from './use-broadcasts.ts'
import { emptyDraft, useDraft } from './use-draft.ts'
import { useSendMessage } from './use-send-message.ts'
import { useThread } from './use-thread.ts'

/** One conversation: its messages and what to write in it (M-008). */
export function Thread({ discussion, onBack }: { discussion: Discussion; onBack: () => void }) {
  const { uuid, label, picture, isBlocked } = discussion
  const { thread, older } = useThread(uuid)
  const { send, pending, forget } = useSendMessage(uuid)
  const [draft, write] = useDraft(uuid)
  const failed = pending.find(({ state }) => state === 'failed')

  return (
    <section className={styles.thread} aria-label={`Conversation avec ${label}`}>
      <ThreadHeader
        title={label}
        picture={picture}
        action={<UnreadButton discussionId={uuid} onDone={onBack} />}
        onBack={onBack}
      />
      {thread.error && !thread.data ? <LoadError error={thread.error} onRetry={() => void thread.refetch()} /> : null}
      {!thread.data && !thread.error ? <Skeleton height={320} /> : null}
      {thread.data ? (
        <MessageList
          name={label}
          messages={thread.data.messages}
          pending={pending}
          isWhole={thread.data.isWhole}
          isLoadingOlder={older.isPending}
          onOlder={() => older.mutate()}
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
          }}
        />
      )}
    </section>
  )
}
