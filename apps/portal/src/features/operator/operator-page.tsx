import { useState } from 'react'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { BlockedPanel } from './blocked-panel.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'
import { LegalPanel } from './legal-panel.tsx'
import { ReportsPanel } from './reports-panel.tsx'
import { WorkPanel } from './work-panel.tsx'

/** The operator's desk: identities to check, phones and conversations to block, what failed, the legal pages, who did what. */
export function OperatorPage() {
  const [tab, setTab] = useState<'identities' | 'reports' | 'blocked' | 'work' | 'legal' | 'audit'>('identities')
  return (
    <>
      <PageHeader
        title="Bureau de l’équipe"
        sentence="Chaque consultation et chaque décision est inscrite au journal."
      />
      <Tabs
        label="Bureau"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'identities', label: 'Identités', panel: <IdentitiesPanel /> },
          { value: 'reports', label: 'Signalements', panel: <ReportsPanel /> },
          { value: 'blocked', label: 'Blocages', panel: <BlockedPanel /> },
          { value: 'work', label: 'Travaux', panel: <WorkPanel /> },
          { value: 'legal', label: 'Pages légales', panel: <LegalPanel /> },
          { value: 'audit', label: 'Journal', panel: <AuditPanel /> },
        ]}
      />
    </>
  )
}
