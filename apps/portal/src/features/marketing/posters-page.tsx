import { maxCodes } from '@parvis/domain/marketing/qr-links'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AddCode } from './add-code.tsx'
import { codesQuery } from './codes.queries.ts'
import { CountedCode } from './counted-code.tsx'
import { PosterLine } from './poster-line.tsx'
import { postersOf } from './poster-text.ts'

/** Codes that count, one per place: to know which poster brings people in. */
export function PostersPage() {
  const company = useCompany()
  const { data: codes, error, refetch } = useQuery(codesQuery(company.companyId))
  const [line, setLine] = useState(postersOf(company.type).line)
  const [added, setAdded] = useState<string>()
  return (
    <div className="stack-3">
      <PageHeader
        title="Affiches et QR codes suivis"
        sentence="Un code par endroit, et vous savez lequel fait venir du monde."
        back={{ to: '/marketing', label: 'Communication' }}
      />
      {codes ? null : <Loading error={error} retry={refetch} height={320} />}
      {codes ? (
        <>
          <AddCode codes={codes} onAdded={setAdded} />
          <Card
            title={`Vos codes, ${codes.length} sur ${maxCodes}`}
            sentence="Nous comptons les visites et les abonnés, jamais qui ils sont."
          >
            {codes.length === 0 ? (
              <EmptyState
                icon={<IconQrcode />}
                title="Aucun code pour l’instant"
                sentence="Commencez par celui de votre vitrine, puis un autre au comptoir."
              />
            ) : (
              <ul className="rows">
                {codes.map((code) => (
                  <li key={code.code}>
                    <CountedCode code={code} line={line} defaultOpen={code.code === added} />
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <PosterLine name={company.name} line={line} onChange={setLine} />
        </>
      ) : null}
    </div>
  )
}
