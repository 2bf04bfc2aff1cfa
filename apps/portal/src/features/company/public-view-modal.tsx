import type { AnswerOf } from '@parvis/domain/api'
import { planHours, unknownHours } from '@parvis/domain/hours/day-hours'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { useCompany } from '../../lib/session.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PhoneFrame } from '../../ui/preview-layout.tsx'
import { placeLine } from './place-line.ts'
import { ResidentView } from './resident-view.tsx'

/** « Voir comme un habitant »: the public view, as the residents' app reads it. */
export function PublicViewModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { companyId, publicUrl: pageUrl } = useCompany()
  const { data, error, refetch } = useQuery({
    ...query('GET /v1/app/companies/:id', { params: { id: companyId } }),
    staleTime: 0,
    enabled: opened,
  })
  return (
    <Modal opened={opened} onClose={onClose} title="Vu par un habitant" size="narrow">
      {data ? null : <Loading error={error} retry={refetch} height={320} />}
      {data ? (
        <PhoneFrame>
          <ResidentView profile={profileOf(data)} />
        </PhoneFrame>
      ) : null}
      {data && pageUrl ? (
        <LinkButton href={pageUrl} newTab variant="primary" wide>
          Ouvrir la vraie page
        </LinkButton>
      ) : null}
    </Modal>
  )
}

const profileOf = (company: AnswerOf<'GET /v1/app/companies/:id'>) => ({
  ...company,
  description: company.description ?? '',
  plan: planOfPublic(company.hours),
  address: placeLine(company),
  phoneNumber: company.phoneNumber ?? '',
  website: company.website ?? '',
  isUnverifiedTownHall: company.type === 'mairie' && !company.verified,
  clickAndCollect: company.cacActive ? 'Click and collect' : '',
})

/** The plan of what residents read: the week, and what differs soon as particular days. */
function planOfPublic({ week, appointmentDays, coming }: AnswerOf<'GET /v1/app/companies/:id'>['hours']) {
  const exceptions = coming
    .filter(({ toConfirm }) => !toConfirm)
    .map(({ from, to, ranges, message }, id) => ({
      id,
      from,
      to,
      ranges,
      message,
      sets: {},
      closesAt: null,
      opensFrom: null,
      source: 'manual' as const,
      kind: ranges.length === 0 ? ('closed' as const) : ('open' as const),
    }))
  return planHours({ ...unknownHours, week, appointmentDays, exceptions })
}
