import type { AnswerOf } from '@parvis/domain/api'
import { counted, formatDayTime } from '@parvis/domain/kernel/french-format'
import { visibleText } from '@parvis/domain/kernel/visible-text'
import { type ReportDecision, reportDecisions, reportReasons } from '@parvis/domain/reports/report'
import { IconFlag } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesQuery } from '../../api/query.ts'
import { call } from '../../lib/request.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Fact } from './fact.tsx'
import styles from './operator.module.css'
import { ReasonButton, refreshDesk, whereFull } from './reason-button.tsx'

type DeskReport = AnswerOf<'GET /v1/operator/reports'>[number]

const reportsQuery = pagesQuery('GET /v1/operator/reports', { state: 'received' }, (page) =>
  whereFull(page, ({ id }) => ({ after: String(id) })),
)

/** The reports to decide, dangers first, then the oldest. */
export function ReportsPanel() {
  const list = useInfiniteQuery(reportsQuery)
  const { data, error, refetch } = list
  if (!data) return <Loading error={error} retry={refetch} height={240} />
  const reports = data.pages.flat()
  if (reports.length === 0)
    return <EmptyState icon={IconFlag} title="Rien à décider" sentence="Les nouveaux signalements apparaîtront ici." />
  return (
    <div className="column gap-3">
      {reports.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
      <NextPage list={list}>Signalements suivants</NextPage>
    </div>
  )
}

const kinds: Record<string, string> = {
  business: 'Fiche',
  instant: 'Instant',
  service: 'Service municipal',
  message: 'Message',
  conversation: 'Conversation',
  code: 'Code compté',
  other: 'Adresse inconnue',
}

function ReportCard({ report }: { report: DeskReport }) {
  const { code, reason, text, kind, address, seen, author, reporter, receivedAt, late } = report
  return (
    <Card
      title={`${reportReasons[reason]}\u00a0: ${kinds[kind] ?? kind}`}
      sentence={`Numéro ${code}, reçu le ${formatDayTime(receivedAt)}`}
      action={late ? <StatusBadge tone="danger">En retard</StatusBadge> : null}
    >
      <dl className={styles.facts}>
        {text ? <Fact label="Ce qui est dit">{text}</Fact> : null}
        <Fact label="Où">{address}</Fact>
        <Fact label="Vu alors">
          {seenLines(seen).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a picture of the past, never reordered
            <span key={index} className={`note ${styles.aside}`}>
              {line}
            </span>
          ))}
        </Fact>
        {author ? (
          <Fact label="Auteur">
            {author.name}
            {author.suspended ? ', fiche suspendue' : ''}
            {historyOf(author)}
          </Fact>
        ) : null}
        <Fact label="Signalé par">
          {[reporter.name, reporter.email].filter(Boolean).join(', ') || 'quelqu’un qui n’a pas dit son nom'}
          {reporter.email ? historyOf(reporter) : ''}
        </Fact>
      </dl>
      <DecideReport report={report} />
    </Card>
  )
}

/** The reported thing as it was then, a line per text; a conversation line by line. */
function seenLines({ messages, ...texts }: DeskReport['seen']): string[] {
  const said = Array.isArray(messages)
    ? (messages as { fromCompany: boolean; text: string; image: string | null }[])
    : []
  return [
    ...Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' && value !== '' && !pictures.includes(key) ? [visibleText(value)] : [],
    ),
    ...said.map(
      ({ fromCompany, text, image }) =>
        `${fromCompany ? 'Établissement' : 'Habitant'}\u00a0: ${text}${image ? ' (avec une photo)' : ''}`,
    ),
  ]
}

const pictures = ['picture', 'cover', 'image']

const historyOf = ({ reports, upheld }: { reports: number; upheld: number }) =>
  ` (${counted(reports, 'signalement')}, ${upheld} ${upheld < 2 ? 'suivi' : 'suivis'} d’effet)`

const acts: Record<ReportDecision, { label: string; effect: string }> = {
  none: { label: 'Sans suite', effect: 'Rien ne change\u00a0; la personne qui signale lit votre motif.' },
  remove: { label: 'Retirer', effect: 'Le contenu n’est plus montré, partout, en moins d’une minute.' },
  block: { label: 'Bloquer la conversation', effect: 'Ni l’un ni l’autre ne peut plus y écrire.' },
  suspend: {
    label: 'Suspendre la fiche',
    effect: 'La page, ses instants et ses notifications disparaissent. Son portail reste ouvert, avec votre motif.',
  },
}

/** Each decision that the thing allows, with its effect and a reason that stays in the audit trail. */
function DecideReport({ report: { id, code, allowed } }: { report: DeskReport }) {
  const decide = async (decision: ReportDecision, reason: string) => {
    await call('POST /v1/operator/reports/:id/decide', { params: { id }, body: { decision, reason } })
    showToast(`Signalement ${code}\u00a0: ${reportDecisions[decision].toLowerCase()}`)
    await refreshDesk()
  }
  return (
    <div className="row">
      {allowed.map((decision) => {
        const { label, effect } = acts[decision]
        return (
          <ReasonButton
            key={decision}
            variant={decision === 'none' ? 'quiet' : 'secondary'}
            aria-label={`${label}, signalement ${code}`}
            ask={{
              title: `${label}\u00a0?`,
              children: <p>{effect}</p>,
              confirmLabel: label,
              danger: decision !== 'none',
              onConfirm: (reason) => decide(decision, reason),
            }}
          >
            {label}
          </ReasonButton>
        )
      })}
    </div>
  )
}
