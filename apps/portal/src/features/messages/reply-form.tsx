import { messagesFieldTexts } from '@parvis/domain/messages/messages.refusals.fr'
import { checkQuickReply } from '@parvis/domain/messages/quick-replies'
import { unknownVariables, unknownVariablesText } from '@parvis/domain/messages/variables.fr'
import { call } from '../../lib/request.ts'
import { useForm } from '../../lib/use-form.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PreparedTextField } from './prepared-text-field.tsx'
import { useChangeReplies } from './use-quick-replies.ts'

export type Edited = { id: number | undefined; shortcut: string; text: string; image: string | null }

type ReplyValues = { shortcut: string; text: string; image: File | Blob | null; removeImage: boolean }

/** A reply, new or known: its short name, its text, a photo. */
export function ReplyForm({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { mutateAsync } = useChangeReplies()
  const form = useForm<ReplyValues>({
    initial: { shortcut: edited.shortcut, text: edited.text, image: null, removeImage: false },
    name: `quick reply ${edited.id ?? 'new'}`,
    check: ({ shortcut, text }) => {
      const errors = checkQuickReply({ shortcut: shortcut.trim(), text: text.trim() })
      return unknownVariables(text).length > 0 && !errors.text ? { ...errors, text: 'unknown_variable' } : errors
    },
    textOf: (key, _field, { text }) =>
      key === 'unknown_variable'
        ? unknownVariablesText(text)
        : (messagesFieldTexts[key as keyof typeof messagesFieldTexts] ?? key),
    submit: async ({ shortcut, text, image, removeImage }) => {
      const body = { shortcut: shortcut.trim(), text: text.trim(), ...(removeImage && { removeImage: '1' as const }) }
      const sent = { body, as: 'multipart' as const, ...(image && { files: { image } }) }
      const { id: replyId } = edited
      await mutateAsync(() =>
        replyId === undefined
          ? call('POST /v1/company/:id/quick-replies', sent)
          : call('PUT /v1/company/:id/quick-replies/:replyId', { params: { replyId }, ...sent }),
      )
      showToast('La réponse est enregistrée')
      onClose()
    },
  })
  return (
    <DialogForm form={form} onClose={onClose}>
      <TextField
        label="Nom court"
        required
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
        current={form.values.removeImage ? null : edited.image}
        onRemoveCurrent={() => form.change({ removeImage: true })}
      />
    </DialogForm>
  )
}
