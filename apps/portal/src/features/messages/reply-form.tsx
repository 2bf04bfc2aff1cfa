import { messagesFieldTexts } from '@parvis/domain/messages/messages.refusals.fr'
import { checkQuickReply } from '@parvis/domain/messages/quick-replies'
import { unknownVariables, unknownVariablesText } from '@parvis/domain/messages/variables.fr'
import { useQuery } from '@tanstack/react-query'
import { refresh } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useEditing } from '../../lib/use-editing.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { NewerVersionDialog } from '../../ui/newer-version-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PreparedTextField } from './prepared-text-field.tsx'
import { quickRepliesQuery, useChangeReplies } from './use-quick-replies.ts'

export type Edited = { id: number | undefined; shortcut: string; text: string; image: string | null }

type ReplyValues = {
  version: string
  shortcut: string
  text: string
  image: File | Blob | null
  removeImage: boolean
}

/** The address of a picture is signed anew at each reading: its path alone says which one it is. */
const versionOf = ({ shortcut, text, image }: Omit<Edited, 'id'>) =>
  JSON.stringify([shortcut, text, image?.split('?')[0]])
const valuesOf = (reply: Omit<Edited, 'id'>): ReplyValues => {
  const { shortcut, text } = reply
  return { version: versionOf(reply), shortcut, text, image: null, removeImage: false }
}

/** A reply, new or known: its short name, its text, a photo. */
export function ReplyForm({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { id: replyId } = edited
  const { data: replies = [] } = useQuery(quickRepliesQuery)
  const { mutateAsync } = useChangeReplies()
  const find = (list: readonly Edited[]) => list.find(({ id }) => id === replyId) ?? edited
  const form = useEditing<ReplyValues, Edited, unknown>({
    initial: valuesOf(edited),
    isNew: replyId === undefined,
    stored: {
      read: async () => find(await call('GET /v1/company/:id/quick-replies')),
      versionOf,
      valuesOf,
      textOf: () => 'Cette réponse a été modifiée ailleurs',
      onTaken: () => void refresh('GET /v1/company/:id/quick-replies'),
    },
    name: `quick reply ${replyId ?? 'new'}`,
    check: ({ shortcut, text }) => {
      const errors = checkQuickReply({ shortcut: shortcut.trim(), text: text.trim() })
      return unknownVariables(text).length > 0 && !errors.text ? { ...errors, text: 'unknown_variable' } : errors
    },
    textOf: (key, _field, { text }) =>
      key === 'unknown_variable'
        ? unknownVariablesText(text)
        : (messagesFieldTexts[key as keyof typeof messagesFieldTexts] ?? key),
    send: async ({ shortcut, text, image, removeImage }) => {
      const body = { shortcut: shortcut.trim(), text: text.trim(), ...(removeImage && { removeImage: '1' as const }) }
      const sent = { body, as: 'multipart' as const, ...(image && { files: { image } }) }
      await mutateAsync(() =>
        replyId === undefined
          ? call('POST /v1/company/:id/quick-replies', sent)
          : call('PUT /v1/company/:id/quick-replies/:replyId', { params: { replyId }, ...sent }),
      )
    },
    onSaved: () => {
      showToast('La réponse est enregistrée')
      onClose()
    },
  })
  return (
    <DialogForm form={form} onClose={onClose}>
      <TextField
        label="Nom court"
        required
        autoFocus
        hint="Ce que vous taperez après «&nbsp;/&nbsp;»"
        limit={30}
        {...form.field('shortcut')}
      />
      <PreparedTextField {...form.field('text')} />
      <ImageField
        label="Photo (facultative)"
        name="image"
        value={form.values.image}
        onChange={(image) => form.change({ image })}
        current={form.values.removeImage ? null : find(replies).image}
        onRemoveCurrent={() => form.change({ removeImage: true })}
      />
      {form.newer ? (
        <NewerVersionDialog {...form.newer.question} preview={<ReplyShown reply={form.newer.stored} />} />
      ) : null}
    </DialogForm>
  )
}

/** A reply as it is stored, under its name. */
function ReplyShown({ reply: { shortcut, text, image } }: { reply: Edited }) {
  return (
    <div className="pad-2 anywhere">
      <p className="bold">/{shortcut}</p>
      <p className="written">{text}</p>
      {image ? <img src={image} alt="Jointe à la réponse" /> : null}
    </div>
  )
}
