import { lapseMinutes, levelNames } from '@parvis/domain/alerts/alert'
import type { AlertAnswer } from '@parvis/domain/alerts/alerts.contract'
import { alertsFieldTexts, alertTexts } from '@parvis/domain/alerts/alerts.refusals.fr'
import { officialMoment } from '@parvis/domain/site/when.fr'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { refresh } from '../../api/query-client.ts'
import { isForbidden } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/download.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { useStepTop } from '../../lib/use-step-top.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OutsideLink } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TextareaField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { alertsQuery, SendAlert } from './send-alert.tsx'
import { WriteAlert } from './write-alert.tsx'

type Step = { write?: AlertAnswer | 'new'; send?: AlertAnswer }

/** Write, check and send, then the numbers and the end: three screens under one address (docs/spec/duties.md section 4). */
export function AlertsPage() {
  const [step, setStep] = useState<Step>({})
  useStepTop(step)
  const show = () => {
    setStep({})
    void refresh('GET /v1/company/:id/alerts')
  }
  if (step.write)
    return (
      <WriteAlert
        corrected={step.write === 'new' ? undefined : step.write}
        onClose={show}
        onWritten={(alert) => setStep({ send: alert })}
      />
    )
  if (step.send)
    return (
      <SendAlert
        alert={step.send}
        onClose={show}
        onSent={() => {
          showToast(
            step.send?.exercise ? 'L’exercice est parti\u00a0: seule votre équipe est prévenue' : 'L’alerte est partie',
          )
          show()
        }}
      />
    )
  return <AlertList onStep={setStep} onEnded={show} />
}

type AlertListProps = { onStep: (step: Step) => void; onEnded: () => void }

function AlertList({ onStep, onEnded }: AlertListProps) {
  const { data, error, refetch } = useQuery({ ...alertsQuery, refetchInterval: 10_000 })
  const [ending, setEnding] = useState<AlertAnswer>()
  return (
    <>
      <PageHeader
        title="Alertes"
        sentence="Prévenir la commune d’un danger, tout de suite et avec une preuve."
        action={
          isForbidden(error) ? null : (
            <Button icon={IconAlertTriangle} onClick={() => onStep({ write: 'new' })}>
              Alerter
            </Button>
          )
        }
      />
      {data ? null : <Loading error={error} retry={refetch} height={240} />}
      {data?.alerts.length === 0 ? (
        <EmptyState
          title="Aucune alerte"
          sentence="Essayez un exercice avant d’en avoir besoin&nbsp;: il ne prévient que votre équipe."
        />
      ) : null}
      <div className="stack-2">
        {data?.alerts.map((alert) => (
          <AlertCard
            key={alert.id}
            alert={alert}
            onSend={() => onStep({ send: alert })}
            onCorrect={() => onStep({ write: alert })}
            onEnd={() => setEnding(alert)}
          />
        ))}
      </div>
      {ending ? <EndDialog alert={ending} onClose={() => setEnding(undefined)} onEnded={onEnded} /> : null}
    </>
  )
}

const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Paris' })
const when = (text: string, minutesLater = 0): string => moment.format(Date.parse(text) + minutesLater * 60_000)

function stateOf({ writtenAt, sentAt, sentBy, endedAt, replacedBy, until }: AlertAnswer): string {
  if (!sentAt) return `Écrite, pas encore envoyée\u00a0: s’efface le ${when(writtenAt, lapseMinutes)}`
  if (replacedBy !== null) return 'Corrigée'
  if (endedAt) return `Terminée le ${when(endedAt)}`
  return `Envoyée par ${sentBy ?? ''} le ${when(sentAt)}, jusqu’au ${when(until)}`
}

type AlertCardProps = { alert: AlertAnswer; onSend: () => void; onCorrect: () => void; onEnd: () => void }

function AlertCard({ alert, onSend, onCorrect, onEnd }: AlertCardProps) {
  const { numbers, exercise, level, title } = alert
  return (
    <Card title={title} sentence={`${exercise ? 'EXERCICE · ' : ''}${levelNames[level]} — ${stateOf(alert)}`}>
      <p className="below-1 written">{alert.text}</p>
      {numbers ? (
        <p className="soft">
          Appareils prévenus&nbsp;: {numbers.accepted} sur {numbers.devices}, en cours&nbsp;: {numbers.pending}. Pages
          lues&nbsp;: {numbers.reads}.
        </p>
      ) : null}
      <AlertButtons alert={alert} onSend={onSend} onCorrect={onCorrect} onEnd={onEnd} />
    </Card>
  )
}

function AlertButtons({ alert, onSend, onCorrect, onEnd }: AlertCardProps) {
  if (!alert.sentAt)
    return (
      <div className={'row-center taps'}>
        <Button onClick={onSend}>Vérifier et envoyer</Button>
        <Button variant="quiet" onClick={onEnd}>
          Effacer
        </Button>
      </div>
    )
  const isCurrent = alert.endedAt === null
  return (
    <div className={'row-center taps'}>
      {isCurrent ? (
        <Button variant="danger" onClick={onEnd}>
          Terminer l’alerte
        </Button>
      ) : null}
      {isCurrent && !alert.exercise ? (
        <Button variant="secondary" onClick={onCorrect}>
          Corriger
        </Button>
      ) : null}
      <ActButton variant="quiet" act={() => saveJournal(alert.id)}>
        Journal
      </ActButton>
      {alert.exercise ? null : (
        <>
          <Poster alert={alert} />
          <OutsideLink href={alert.url}>Voir la page</OutsideLink>
        </>
      )}
    </div>
  )
}

/** A sheet for the doors and the notice boards: whoever has no telephone reads it too. */
function Poster({ alert: { id, level, title, text, until, url } }: { alert: AlertAnswer }) {
  const { name } = useCompany()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { posterPdf } = await import('../../ui/poster/poster-pdf.ts')
      const { qrPng } = await import('../../ui/poster/qr-files.ts')
      const notice = {
        title,
        when: `Jusqu’au ${officialMoment(Temporal.Instant.from(until))}`,
        warning: { level: levelNames[level], text, advice: alertTexts.honest, isDanger: level === 'danger' },
      }
      const code = await qrPng(url, '/logos/parvis.svg')
      saveFile(await posterPdf({ format: 'A4', name, line: '', link: url, notice, code }), `alerte-${id}.pdf`)
    },
    onError: () => void showToast('L’affiche n’a pas pu être préparée, merci de réessayer.', 'danger'),
  })
  return (
    <Button variant="secondary" loading={isPending} onClick={() => mutate()}>
      Affiche
    </Button>
  )
}

/** The text and its signature, as two files that openssl reads. */
async function saveJournal(id: number): Promise<void> {
  const { text, signature } = await call('GET /v1/alerts/:id/journal', { params: { id } })
  const bytes = Uint8Array.from(atob(signature), (sign) => sign.charCodeAt(0))
  saveFile(new Blob([text], { type: 'text/plain' }), `alerte-${id}.txt`)
  saveFile(new Blob([bytes]), `alerte-${id}.sig`)
}

type EndProps = { alert: AlertAnswer; onClose: () => void; onEnded: () => void }

function EndDialog({ alert, onClose, onEnded }: EndProps) {
  const form = useForm({
    name: `alert-end ${alert.id}`,
    initial: { text: '' },
    textOf: alertsFieldTexts,
    submit: async (body) => {
      await call('POST /v1/alerts/:id/end', { params: { id: alert.id }, body })
      onEnded()
      onClose()
    },
  })
  const title = alert.sentAt
    ? `Terminer «\u00a0${alert.title}\u00a0»\u00a0?`
    : `Effacer «\u00a0${alert.title}\u00a0»\u00a0?`
  return (
    <FormDialog
      title={title}
      form={form}
      submitLabel={alert.sentAt ? 'Terminer l’alerte' : 'Effacer'}
      danger
      onClose={onClose}
    >
      {alert.sentAt ? (
        <TextareaField
          {...form.field('text')}
          label="Ce que les habitants lisent"
          hint="Facultatif. Les appareils prévenus l’apprennent sans sonner."
          limit={300}
        />
      ) : (
        <p>Elle n’a pas été envoyée&nbsp;: personne ne l’a lue.</p>
      )}
    </FormDialog>
  )
}
