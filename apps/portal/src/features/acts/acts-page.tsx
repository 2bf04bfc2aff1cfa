import { actKinds, checkWithdrawal, restorableDays } from '@parvis/domain/acts/act'
import type { PostedAct } from '@parvis/domain/acts/acts.contract'
import { actsFieldTexts } from '@parvis/domain/acts/acts.refusals.fr'
import { writeFrenchDay } from '@parvis/domain/kernel/day'
import { IconFileUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesQuery } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { isForbidden } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { useForm } from '../../lib/use-form.ts'
import { useStepTop } from '../../lib/use-step-top.ts'
import { Button, QuietButton, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OutsideLink } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TextareaField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PublishAct } from './publish-act.tsx'

const actsQuery = pagesQuery('GET /v1/company/:id/acts', {}, ({ next }) =>
  next ? { before: String(next) } : undefined,
)

/** The acts of the commune: publish one, replace it, withdraw it (docs/spec/duties.md section 4). */
export function ActsPage() {
  const list = useInfiniteQuery(actsQuery)
  const { data, error, refetch } = list
  const acts = data?.pages.flatMap((page) => page.acts)
  const [posting, setPosting] = useState<{ replaced?: PostedAct }>()
  useStepTop(posting)
  const [withdrawn, setWithdrawn] = useState<PostedAct>()
  const renew = () => refresh('GET /v1/company/:id/acts')
  if (posting)
    return (
      <PublishAct
        replaced={posting.replaced}
        last={acts?.[0]}
        onClose={() => setPosting(undefined)}
        onPublished={() => {
          showToast('L’acte est publié')
          setPosting(undefined)
          void renew()
        }}
      />
    )
  return (
    <>
      <PageHeader
        title="Actes"
        sentence="Délibérations, arrêtés et décisions, publiés une fois pour toutes et signés."
        action={
          isForbidden(error) ? null : (
            <Button icon={IconFileUpload} onClick={() => setPosting({})}>
              Publier un acte
            </Button>
          )
        }
      />
      {acts ? null : <Loading error={error} retry={refetch} height={240} />}
      {acts?.length === 0 ? (
        <EmptyState title="Aucun acte pour l’instant" sentence="Le premier se publie depuis un PDF, en une minute." />
      ) : null}
      <div className="stack-2">
        {acts?.map((act) => (
          <ActCard
            key={act.id}
            act={act}
            onReplace={() => setPosting({ replaced: act })}
            onWithdraw={() => setWithdrawn(act)}
          />
        ))}
        <NextPage list={list}>Plus anciens</NextPage>
      </div>
      {withdrawn ? (
        <WithdrawDialog act={withdrawn} onClose={() => setWithdrawn(undefined)} onDone={() => void renew()} />
      ) : null}
    </>
  )
}

type ActCardProps = { act: PostedAct; onReplace: () => void; onWithdraw: () => void }

function ActCard({ act, onReplace, onWithdraw }: ActCardProps) {
  const isInForce = act.withdrawnAt === null && act.supersededBy === null
  return (
    <Card
      title={act.title ?? 'Acte retiré'}
      sentence={[actKinds[act.kind].name, act.number, `du ${writeFrenchDay(act.actDate)}`].filter(Boolean).join(' ')}
    >
      <p className="below-1 soft">
        {act.withdrawnAt ? `Retiré\u00a0: ${act.withdrawnReason ?? ''} · ` : null}
        {act.supersededBy !== null ? 'Remplacé par une autre version. ' : null}
        {act.authorName}, {act.authorQuality}
      </p>
      <div className={'row-center taps'}>
        <OutsideLink href={act.url}>Voir la page</OutsideLink>
        {isInForce ? (
          <>
            <SmallButton onClick={onReplace}>Remplacer</SmallButton>
            <QuietButton onClick={onWithdraw}>Retirer</QuietButton>
          </>
        ) : null}
      </div>
    </Card>
  )
}

type WithdrawProps = { act: PostedAct; onClose: () => void; onDone: () => void }

/** Names the act and what stays of it; the reason is public. */
function WithdrawDialog({ act, onClose, onDone }: WithdrawProps) {
  const form = useForm({
    name: `act-withdrawal ${act.id}`,
    initial: { reason: '' },
    check: ({ reason }) => checkWithdrawal(reason.trim()),
    textOf: actsFieldTexts,
    submit: async (values) => {
      await call('POST /v1/acts/:id/withdraw', { params: { id: act.id }, body: values })
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Retirer «\u00a0${act.title ?? ''}\u00a0»\u00a0?`}
      form={form}
      submitLabel="Retirer"
      danger
      onClose={onClose}
    >
      <p>
        Le fichier et le titre disparaissent aussitôt&nbsp;; le numéro, les dates, l’auteur et votre motif restent.
        L’équipe de Parvis peut le remettre pendant {restorableDays} jours.
      </p>
      <TextareaField {...form.field('reason')} label="Motif, lu par tous" required rows={3} limit={300} />
    </FormDialog>
  )
}
