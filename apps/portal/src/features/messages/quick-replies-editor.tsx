import { rankCouples, swapped } from '@parvis/domain/kernel/ranks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart, useAhead } from '../../lib/after-first-paint.ts'
import { call } from '../../lib/request.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QuietConfirm } from '../../ui/confirm-dialog.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Edited } from './reply-form.tsx'
import styles from './talk-settings.module.css'
import { type PreparedReply, quickRepliesQuery, useChangeReplies, useExampleReplies } from './use-quick-replies.ts'

const loadForm = () => import('./reply-form.tsx').then((it) => it.ReplyForm)
const ReplyForm = lazyPart(loadForm)

const blank: Edited = { id: undefined, shortcut: '', text: '', image: null }

/** The prepared texts of the shop: added, changed, put in order, deleted; examples of the trade while there is none. */
export function QuickRepliesEditor() {
  const { data: replies, error, refetch } = useQuery(quickRepliesQuery)
  const { data: examples = [] } = useExampleReplies(replies)
  const [edited, setEdited] = useState<Edited>()
  useAhead(loadForm)
  if (!replies) return <Loading error={error} retry={refetch} height={240} />
  if (edited)
    return (
      <Card title={edited.id === undefined ? 'Nouvelle réponse' : 'Modifier la réponse'}>
        <Suspense fallback={<Skeleton height={320} />}>
          <ReplyForm key={edited.id ?? edited.shortcut} edited={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
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
        <Examples examples={examples} onTake={(example) => setEdited({ ...blank, ...example })} />
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
            <div className={`shrinks anywhere ${styles.words}`}>
              <strong>/{reply.shortcut}</strong>
              <p>{reply.text}</p>
            </div>
            <div className={`whole-row flex wrap ${styles.actions}`}>
              <MoveButtons
                name={reply.shortcut}
                isPending={isPending}
                onEarlier={moveTo(reply.id, ids[index - 1])}
                onLater={moveTo(reply.id, ids[index + 1])}
              />
              <QuietButton aria-label={named('Modifier', reply)} onClick={() => onEdit(reply)}>
                Modifier
              </QuietButton>
              <QuietConfirm
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
              </QuietConfirm>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
