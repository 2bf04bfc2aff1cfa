import { counted, formatCount } from '@parvis/domain/kernel/french-format'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageTabs } from '../../ui/tabs.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { BlockedPanel } from './blocked-panel.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'
import { LegalPanel } from './legal-panel.tsx'
import styles from './operator.module.css'
import { ReportsPanel } from './reports-panel.tsx'

const tabs = [
  { value: 'identites', label: 'Identités', panel: <IdentitiesPanel /> },
  { value: 'signalements', label: 'Signalements', panel: <ReportsPanel /> },
  { value: 'blocages', label: 'Blocages', panel: <BlockedPanel /> },
  { value: 'travaux', label: 'Travaux', panel: <WorkPanel /> },
  { value: 'legal', label: 'Pages légales', panel: <LegalPanel /> },
  { value: 'journal', label: 'Journal', panel: <AuditPanel /> },
] as const

/** The operator's desk: identities to check, phones and conversations to block, what failed, the legal pages, who did what. */
export function OperatorPage() {
  return (
    <>
      <PageHeader
        title="Bureau de l’équipe"
        sentence="Chaque consultation et chaque décision est inscrite au journal."
      />
      <PageTabs label="Bureau" tabs={tabs} />
    </>
  )
}

/** What the machine did not manage to do. */
function WorkPanel() {
  const { data, error, refetch } = useQuery(query('GET /v1/operator/work'))
  if (!data) return <Loading error={error} retry={refetch} height={200} />
  const { waitingJobs, deadJobs, pushes, openPayments, reports } = data
  const facts = [
    ['Tâches en attente', waitingJobs],
    ['Notifications envoyées, 30 jours', pushes.sent],
    ['Refusées par les appareils', pushes.failed],
    ['Refusées par notre faute', pushes.refused],
    ['Jamais parties après une coupure', pushes.unsent],
    ['Paiements en cours', openPayments],
    ['Signalements à décider', reports.waiting],
  ] as const
  return (
    <Card title="Travaux de fond">
      <dl className={`stack-1 ${styles.counts}`}>
        {facts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {reports.late > 0 ? (
        <Alert tone="danger" title={`${formatCount(reports.late)} en retard parmi les signalements`}>
          Un danger attend 24 heures au plus, le reste 7 jours.
        </Alert>
      ) : null}
      {deadJobs.length === 0 ? <Alert tone="success">Aucune tâche abandonnée.</Alert> : null}
      {deadJobs.map(({ name, count, lastError }) => (
        <Alert key={name} tone="warning" title={`${name}\u00a0: ${counted(count, 'abandonnée')}`}>
          {lastError}
        </Alert>
      ))}
    </Card>
  )
}
