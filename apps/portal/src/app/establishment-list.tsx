import { roleTexts } from '@parvis/domain/team/roles.fr'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { establishment } from '../lib/establishment.ts'
import { ownershipQuery } from '../lib/session.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Modal } from '../ui/modal.tsx'
import { Picture } from '../ui/picture.tsx'
import list from './establishment-list.module.css'

/**
 * The establishments of the person, with what waits in each. Plain links: the document is loaded anew, so that nothing of one is shown
 * or sent under another, and the browser asks first where something is unsaved.
 */
export function EstablishmentList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data: owned = [] } = useQuery(ownershipQuery)
  const { data: waiting, error, refetch } = useQuery({ ...query('GET /v1/company/waiting'), enabled: opened })
  return (
    <Modal opened={opened} onClose={onClose} title="Vos établissements" size="narrow">
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      <ul className={list.list}>
        {owned.map(({ companyId, name, city, picture, role }) => (
          <li key={companyId}>
            <a
              href={`/company?etablissement=${companyId}`}
              aria-current={companyId === establishment.current() || undefined}
            >
              <Picture src={picture} size={48} />
              <span>
                <strong>{name}</strong>
                {[city, roleTexts[role].name].filter(Boolean).join(' · ')}
              </span>
              <Waiting count={waiting?.find((one) => one.companyId === companyId)} />
            </a>
          </li>
        ))}
        {owned.some(({ role }) => role === 'owner') ? (
          <li>
            <a href="/inscription?autre=1">
              <IconPlus size={24} aria-hidden="true" />
              Ajouter un établissement
            </a>
          </li>
        ) : null}
      </ul>
    </Modal>
  )
}

function Waiting({ count }: { count: { messages: number; orders: number } | undefined }) {
  const sum = (count?.messages ?? 0) + (count?.orders ?? 0)
  return sum > 0 ? (
    <span className={`count ${list.count}`}>
      {sum}
      <span className="visually-hidden"> en attente</span>
    </span>
  ) : null
}
