import { type ReportReason, reportReasons } from '@parvis/domain/reports/report'
import { IconShield } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { conversationReads } from '../../api/reads-of.ts'
import { call } from '../../lib/request.ts'
import { configurationQuery } from '../../lib/session.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, QuietButton } from '../../ui/button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { OutsideLink } from '../../ui/link-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextareaField } from '../../ui/text-field.tsx'
import type { ListedDiscussion } from './use-broadcasts.ts'

/** Closes a conversation to its resident, or tells the team of it. */
export function SafetyButton({ discussion }: { discussion: ListedDiscussion }) {
  const { uuid, label, isBlocked, isBlockedByCompany } = discussion
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <QuietButton icon={IconShield} aria-label="Bloquer ou signaler" onClick={() => setOpen(true)} />
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Bloquer ou signaler ${label}`} size="narrow">
        <div className="stack-3">
          {isBlocked && !isBlockedByCompany ? null : (
            <Blocking discussionId={uuid} isBlocked={isBlockedByCompany} onDone={() => setOpen(false)} />
          )}
          <Reporting discussionId={uuid} />
        </div>
      </Modal>
    </>
  )
}

type BlockingProps = { discussionId: string; isBlocked: boolean; onDone: () => void }

function Blocking({ discussionId: id, isBlocked, onDone }: BlockingProps) {
  const change = async () => {
    // Twice is once, and a colleague may have undone it since its answer was lost: each press is an action of its own.
    const headers = { 'idempotency-key': crypto.randomUUID() }
    if (isBlocked) await call('POST /v1/discussions/:id/company-unblock', { params: { id }, headers })
    else await call('POST /v1/discussions/:id/company-block', { params: { id }, headers })
    onDone()
  }
  return (
    <section className="stack-2 fields">
      <h3>{isBlocked ? 'Rouvrir la conversation' : 'Bloquer la conversation'}</h3>
      <p>
        {isBlocked
          ? 'Vous pourrez de nouveau vous écrire.'
          : 'Vous ne pourrez plus vous écrire ici. La personne lira « Cette conversation est bloquée », jamais pourquoi. Vous pourrez la rouvrir.'}
      </p>
      <ActButton
        variant={isBlocked ? 'secondary' : 'danger'}
        act={change}
        done={isBlocked ? 'Conversation rouverte' : 'Conversation bloquée'}
        refreshes={conversationReads}
      >
        {isBlocked ? 'Rouvrir' : 'Bloquer'}
      </ActButton>
    </section>
  )
}

const reasons = Object.entries(reportReasons).map(([value, label]) => ({ value: value as ReportReason, label }))
const maxWords = 1_000

function Reporting({ discussionId }: { discussionId: string }) {
  const [reason, setReason] = useState<ReportReason>('spam')
  const [words, setWords] = useState('')
  const residentUrl = useQuery(configurationQuery).data?.residentUrl
  const report = useMutation({
    mutationFn: () => {
      const said = reason === 'other' && words.trim() !== '' ? words : reason
      return call('POST /v1/discussions/:id/report', { params: { id: discussionId }, body: { reason: said } })
    },
  })
  if (report.data) {
    const { code } = report.data
    return (
      <Alert tone="success">
        Signalement reçu, numéro {code}. Gardez cette adresse pour suivre sa suite&nbsp;:{' '}
        <OutsideLink href={`${residentUrl ?? ''}/signalement/${code}`}>suivre ce signalement</OutsideLink>
      </Alert>
    )
  }
  return (
    <section className="stack-2 fields">
      <h3>Signaler à notre équipe</h3>
      <p>Elle lira les vingt derniers messages, et vous dira ici ce qu’elle a décidé.</p>
      <SelectField
        name="report-reason"
        label={'Pourquoi\u00a0?'}
        value={reason}
        onChange={setReason}
        options={reasons}
      />
      {reason === 'other' ? (
        <TextareaField
          name="report-words"
          label="Dites-nous ce qui se passe"
          rows={3}
          limit={maxWords}
          value={words}
          onChange={setWords}
        />
      ) : null}
      <FailureAlert error={report.error} />
      <Button variant="secondary" loading={report.isPending} onClick={() => report.mutate()}>
        Signaler
      </Button>
    </section>
  )
}
