import { addressCall } from '@parvis/client/call'
import { IconClockHour4, IconNote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '../../api/query-client.ts'
import { conversationReads } from '../../api/reads-of.ts'
import { sendQueue, useLane } from '../../lib/browser-queue.ts'
import type { WriteDraft } from '../../lib/drafts.ts'
import type { QueuedItem } from '../../lib/send-queue.ts'
import { useCompanyId } from '../../lib/session.ts'
import { Loading } from '../../ui/loading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ThreadHeader } from './avatar.tsx'
import compose from './composer.module.css'
import { Composer } from './composer.tsx'
import { LaterDialog } from './later-dialog.tsx'
import { type Draft, emptyDraft, useMessageDraft, withoutSent } from './message-draft.ts'
import { MessageList, PendingList } from './message-list.tsx'
import { type Note, NoteComposer, showNotes, useNotes } from './notes.tsx'
import { unsentReason } from './pending-bubble.tsx'
import { SafetyButton } from './safety-button.tsx'
import styles from './thread.module.css'
import { TriageBar } from './triage-bar.tsx'
import type { ListedDiscussion } from './use-broadcasts.ts'
import { laterMessagesQuery, saveLater } from './use-later.ts'
import { usePreparedReplies } from './use-quick-replies.ts'
import { type Message, useAddMessages, useThread } from './use-thread.ts'

type ThreadProps = {
  discussion: ListedDiscussion
  /** The message that it opens at; absent: the last one. */
  around: number | undefined
  /** Shows the last messages instead. */
  onLatest: () => void
  onBack: () => void
}

/** One conversation: its messages and what to write in it. */
export function ConversationThread({ discussion, around, onLatest, onBack }: ThreadProps) {
  const { uuid, label, picture, triage } = discussion
  const { thread, older, newer } = useThread(uuid, around)
  const { send, pending, keepNote } = useOutgoing(uuid)
  const [draft, write] = useMessageDraft(uuid)
  const notes = useNotes(uuid)
  const { data: later } = useQuery(laterMessagesQuery)
  /** Puts a refused message back into the composer, before what is being written there; a message carries one photo. */
  const edit = ({ key, text, image }: QueuedItem) => {
    if (image && (draft.image || draft.isReading)) {
      showToast('Envoyez ou retirez d’abord la photo du message en cours', 'danger')
      return
    }
    write((now) => ({
      text: [text, now.text].filter(Boolean).join('\n'),
      image: image ? new File([image], 'photo.jpg', { type: image.type }) : now.image,
    }))
    void sendQueue.remove(key)
  }

  return (
    <section className={`column ${styles.thread}`} aria-label={`Conversation avec ${label}`}>
      <ThreadHeader title={label} picture={picture} action={<SafetyButton discussion={discussion} />} onBack={onBack} />
      <TriageBar ids={[uuid]} triage={triage} onUnread={onBack} />
      {thread.data ? (
        <MessageList
          name={label}
          {...thread.data}
          pending={pending}
          notes={notes}
          later={later?.filter(({ discussionId, state }) => discussionId === uuid && state !== 'sent') ?? []}
          discussionId={uuid}
          found={around}
          isLoadingOlder={older.isPending}
          onOlder={() => older.mutate()}
          isLoadingNewer={newer.isPending}
          onNewer={() => newer.mutateAsync().catch(() => undefined)}
          onLatest={onLatest}
          onEdit={edit}
        />
      ) : (
        <>
          <Loading error={thread.error} retry={thread.refetch} height={320} />
          {pending.length > 0 ? <PendingList pending={pending} onEdit={edit} /> : null}
        </>
      )}
      <Writing
        discussion={discussion}
        draft={draft}
        onWrite={write}
        failure={unsentReason(pending)}
        onNote={(text) => void keepNote(text)}
        onSend={(written) => {
          void send(written)
          if (around) onLatest()
        }}
      />
    </section>
  )
}

type WritingProps = {
  discussion: ListedDiscussion
  draft: Draft
  onWrite: WriteDraft<Draft>
  failure: string | undefined
  onNote: (text: string) => void
  onSend: (written: Draft) => void
}

/** A message now or later, with prepared words, or a note for the shop alone, also where nothing can be sent any more. */
function Writing({ discussion, draft, onWrite, failure, onNote, onSend }: WritingProps) {
  const { uuid, label, isBlocked } = discussion
  const [mode, setMode] = useState<'note' | 'later'>()
  const prepared = usePreparedReplies(label)
  const note = (
    <button type="button" onClick={() => setMode('note')}>
      <IconNote size={20} aria-hidden="true" />
      Note
    </button>
  )
  if (mode === 'note') return <NoteComposer discussionId={uuid} onKeep={onNote} onClose={() => setMode(undefined)} />
  if (isBlocked)
    return (
      <div className={`ruled pad-2 soft centred ${styles.blocked}`}>
        <p>Cette conversation est bloquée</p>
        <div className={compose.tools}>{note}</div>
      </div>
    )
  return (
    <>
      <Composer
        label={`Message à ${label}`}
        draft={draft}
        onWrite={onWrite}
        error={failure ? { key: 'send_failed', text: failure } : undefined}
        prepared={prepared}
        tools={
          <>
            {note}
            <button type="button" disabled={draft.isReading} onClick={() => setMode('later')}>
              <IconClockHour4 size={20} aria-hidden="true" />
              Plus tard
            </button>
          </>
        }
        onSend={(written) => {
          onSend(written)
          onWrite(emptyDraft)
        }}
      />
      {mode === 'later' ? (
        <LaterDialog
          title={`Envoyer plus tard à ${label}`}
          planned={{ message: draft.text, image: draft.image }}
          hasPicture={draft.image !== null}
          onSave={async (planned) => {
            await saveLater(uuid, undefined, planned)
            onWrite(withoutSent(draft))
          }}
          onClose={() => setMode(undefined)}
        />
      ) : null}
    </>
  )
}

/**
 * Messages of a conversation in the send queue: kept on the device until the server has them, sent in order, each once.
 * An answer appears at once in the open thread.
 */
function useOutgoing(discussionId: string) {
  const companyId = useCompanyId()
  const add = useAddMessages(discussionId)
  const pending = useLane(discussionId)

  useEffect(
    () =>
      sendQueue.onSent(({ item, answer }) => {
        if (item.lane !== discussionId) return
        if (item.kind === 'message') add([answer as Message])
        if (item.kind === 'note') showNotes(discussionId, answer as Note[])
        void refresh(...conversationReads)
      }),
    [add, discussionId],
  )

  const send = ({ text, image, reply }: Draft) => {
    const quickReply = reply && !reply.isBare ? { quickReplyId: String(reply.id) } : {}
    const { call } = addressCall('POST /v1/discussions/:id/message', {
      params: { id: discussionId },
      body: { discussionId, companyId, message: text, ...quickReply },
    })
    return sendQueue.add({ lane: discussionId, kind: 'message', text, image, request: { ...call, as: 'multipart' } })
  }
  const keepNote = (text: string) => {
    const { call } = addressCall('POST /v1/discussions/:id/notes', { params: { id: discussionId }, body: { text } })
    return sendQueue.add({ lane: discussionId, kind: 'note', text, image: null, request: { ...call, as: 'json' } })
  }
  return { pending, send, keepNote }
}
