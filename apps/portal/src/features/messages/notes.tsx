import type { AnswerOf } from '@parvis/domain/api'
import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { countCharacters } from '@parvis/domain/kernel/text'
import { maxNote } from '@parvis/domain/messages/triage'
import { IconNote, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { queryClient, refresh } from '../../api/query-client.ts'
import { conversationReads } from '../../api/reads-of.ts'
import { useDraft } from '../../lib/drafts.ts'
import { call } from '../../lib/request.ts'
import { unbroken } from '../../lib/typographic.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { QuietConfirm } from '../../ui/confirm-dialog.tsx'
import styles from './composer.module.css'
import thread from './thread.module.css'

export type Note = AnswerOf<'GET /v1/discussions/:id/notes'>[number]

/** The internal notes of a conversation; a live change of it makes them old. */
const notesQuery = (discussionId: string) => query('GET /v1/discussions/:id/notes', { params: { id: discussionId } })

export const useNotes = (discussionId: string): readonly Note[] => useQuery(notesQuery(discussionId)).data ?? []

/** Every call answers the whole list, which takes the place of the one shown. */
export function showNotes(discussionId: string, notes: Note[]): void {
  queryClient.setQueryData(notesQuery(discussionId).queryKey, notes)
  void refresh(...conversationReads)
}

/** An internal note among the messages, drawn as a card, not as a bubble. */
export function NoteCard({ note, discussionId }: { note: Note; discussionId: string }) {
  const params = { id: discussionId, noteId: note.id }
  const remove = async () => showNotes(discussionId, await call('DELETE /v1/discussions/:id/notes/:noteId', { params }))
  return (
    <li className={thread.note}>
      <p>
        <IconNote size={18} aria-hidden="true" />
        <strong>Note pour vous seul</strong>
        <time dateTime={note.createdAt}>{formatDayTime(note.createdAt)}</time>
      </p>
      <p className={thread.noteText}>{unbroken(note.text)}</p>
      <QuietConfirm
        icon={IconTrash}
        ask={{ title: 'Supprimer cette note\u00a0?', confirmLabel: 'Supprimer', danger: true, onConfirm: remove }}
      >
        Supprimer la note
      </QuietConfirm>
    </li>
  )
}

type NoteComposerProps = { discussionId: string; onKeep: (text: string) => void; onClose: () => void }

/** In the place of the composer, in another colour: nothing written here leaves the shop. */
export function NoteComposer({ discussionId, onKeep, onClose }: NoteComposerProps) {
  const [{ text }, write] = useDraft(`note ${discussionId}`, { text: '' })
  const isTooLong = countCharacters(text) > maxNote
  const keep = () => {
    if (text.trim() === '' || isTooLong) return
    onKeep(text.trim())
    write({ text: '' })
    onClose()
  }
  return (
    <div className={`column ruled ${styles.compose}`} data-note>
      {isTooLong ? (
        <p className="red" role="alert">
          {countCharacters(text)} / {maxNote}, à raccourcir
        </p>
      ) : null}
      <label className={styles.told} htmlFor="note-text">
        Note pour vous seul. La personne concernée peut en demander copie&nbsp;: restez factuel.
      </label>
      <textarea
        id="note-text"
        className={styles.input}
        rows={2}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the button that opened it was pressed to write here
        autoFocus
        onChange={(event) => write({ text: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <div className={styles.tools}>
        <Button size="small" disabled={text.trim() === '' || isTooLong} onClick={keep}>
          Garder la note
        </Button>
        <QuietButton onClick={onClose}>Revenir au message</QuietButton>
      </div>
    </div>
  )
}
