import { rankCouples, swapped } from '@parvis/domain/kernel/ranks'
import { messagesFieldTexts } from '@parvis/domain/messages/messages.refusals.fr'
import { checkQuickReply, exampleReplies, maxReply } from '@parvis/domain/messages/quick-replies'
import { unknownVariables } from '@parvis/domain/messages/variables.fr'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { TextareaField, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './talk-settings.module.css'
import { type PreparedReply, quickRepliesQuery, useChangeReplies } from './use-quick-replies.ts'
import { VariableButtons } from './variable-buttons.tsx'

type Edited = { id: number | undefined; shortcut: string; text: string; image: string | null }
const blank: Edited = { id: undefined, shortcut: '', text: '', image: null }

/** The prepared texts of the shop: added, changed, put in order, deleted; examples of the trade while there is none. */
export function QuickRepliesEditor() {
  const { type, category } = useCompany()
  const { data: replies, error, refetch } = useQuery(quickRepliesQuery)
  const [edited, setEdited] = useState<Edited>()
  if (!replies) return <Loading error={error} retry={refetch} height={240} />
  if (edited)
    return (
      <Card title={edited.id === undefined ? 'Nouvelle réponse' : 'Modifier la réponse'}>
        <ReplyForm key={edited.id ?? edited.shortcut} edited={edited} onClose={() => setEdited(undefined)} />
      </Card>
    )
  return (
    <Card
      title="Réponses rapides"
      sentence="Tapez «&nbsp;/&nbsp;» dans une conversation, ou touchez «&nbsp;Réponses&nbsp;»."
      action={
        <Button size="small" icon={IconPlus} onClick={() => setEdited(blank)}>
          Ajouter
        </Button>
      }
    >
      {replies.length > 0 ? (
        <ReplyList replies={replies} onEdit={setEdited} />
      ) : (
        <Examples examples={exampleReplies(type, category)} onTake={(example) => setEdited({ ...blank, ...example })} />
      )}
    </Card>
  )
}

type ExamplesProps = {
  examples: readonly { shortcut: string; text: string }[]
  onTake: (example: { shortcut: string; text: string }) => void
}

function Examples({ examples, onTake }: ExamplesProps) {
  return (
    <>
      <p className="below-1 soft">Touchez un exemple de votre métier pour le reprendre et le modifier.</p>
      <ul className="stack-1" aria-label="Exemples">
        {examples.map((example) => (
          <li key={example.shortcut}>
            <button type="button" className={styles.example} onClick={() => onTake(example)}>
              <strong>/{example.shortcut}</strong>
              {example.text}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function ReplyList({ replies, onEdit }: { replies: readonly PreparedReply[]; onEdit: (reply: PreparedReply) => void }) {
  const { mutate, mutateAsync, isPending, error } = useChangeReplies()
  const ids = replies.map(({ id }) => id)
  const moveTo = (one: number, other: number | undefined) => {
    if (other === undefined) return undefined
    const idRankCouples = rankCouples(swapped(ids, one, other))
    return () => mutate(() => call('POST /v1/company/:id/quick-replies/rearrange', { body: { idRankCouples } }))
  }
  const named = (verb: string, { shortcut }: PreparedReply) => `${verb}\u00A0: ${shortcut}`
  return (
    <>
      <FailureAlert error={error} />
      <ol className="stack-1" aria-label="Réponses rapides">
        {replies.map((reply, index) => (
          <li key={reply.id} className={styles.reply}>
            {reply.image ? <img src={reply.image} alt="" width={56} height={56} /> : null}
            <div className={styles.words}>
              <strong>/{reply.shortcut}</strong>
              <p>{reply.text}</p>
            </div>
            <div className={styles.actions}>
              <MoveButtons
                name={reply.shortcut}
                isPending={isPending}
                onEarlier={moveTo(reply.id, ids[index - 1])}
                onLater={moveTo(reply.id, ids[index + 1])}
              />
              <QuietButton aria-label={named('Modifier', reply)} onClick={() => onEdit(reply)}>
                Modifier
              </QuietButton>
              <ConfirmButton
                size="small"
                variant="quiet"
                aria-label={named('Supprimer', reply)}
                ask={{
                  title: `Supprimer «\u00a0${reply.shortcut}\u00a0»\u00a0?`,
                  children: 'Les messages déjà envoyés gardent leur texte et leur photo.',
                  confirmLabel: 'Supprimer',
                  danger: true,
                  onConfirm: () =>
                    mutateAsync(() =>
                      call('DELETE /v1/company/:id/quick-replies/:replyId', { params: { replyId: reply.id } }),
                    ),
                }}
              >
                Supprimer
              </ConfirmButton>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

type ReplyValues = { shortcut: string; text: string; image: File | Blob | null; removeImage: boolean }

function ReplyForm({ edited, onClose }: { edited: Edited; onClose: () => void }) {
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
        ? `Remplacez ou retirez ${unknownVariables(text).join(', ')}\u00a0: cette information n’existe pas`
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
      <TextareaField label="Texte" required rows={4} limit={maxReply} {...form.field('text')} />
      <VariableButtons value={form.values.text} onChange={(text) => form.change({ text })} />
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
