import type { AnswerOf } from '@parvis/domain/api'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { IconEye, IconId } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pagesQuery } from '../../api/query.ts'
import { fetchFile } from '../../lib/download.ts'
import { call } from '../../lib/request.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Modal } from '../../ui/modal.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Fact } from './fact.tsx'
import styles from './operator.module.css'
import { ReasonButton, refreshDesk, whereFull } from './reason-button.tsx'

/** The businesses whose manager's identity is to be checked, the oldest first. */
export function IdentitiesPanel() {
  const list = useInfiniteQuery(identitiesQuery)
  const { data, error, refetch } = list
  if (!data) return <Loading error={error} retry={refetch} height={240} />
  const identities = data.pages.flat()
  if (identities.length === 0) {
    return <EmptyState icon={IconId} title="Tout est vérifié" sentence="Les nouveaux dossiers apparaîtront ici." />
  }
  return (
    <div className="column gap-3">
      {identities.map((identity) => (
        <IdentityCard key={identity.companyId} identity={identity} />
      ))}
      <NextPage list={list}>Dossiers suivants</NextPage>
    </div>
  )
}

function IdentityCard({ identity }: { identity: Identity }) {
  const { name, type, siren, address, zipCode, city, owners, documents, contradictsType, legalCategory } = identity
  const [first] = documents
  return (
    <Card title={name} sentence={`${offersOf(type).label} · ${siren} · ${address}, ${zipCode} ${city}`}>
      <dl className={styles.facts}>
        {owners.map(({ first_name, last_name, phone_number }) => (
          <Fact key={phone_number} label="Responsable">
            {first_name} {last_name}, {formatPhone(phone_number)}
          </Fact>
        ))}
        {contradictsType ? (
          <Fact label="Registre">
            <strong>Catégorie juridique {legalCategory}&nbsp;: ce n’est pas celle du type déclaré</strong>
          </Fact>
        ) : null}
        <Fact label="Pièces">
          {first ? `envoyées le ${formatDayTime(first.sentAt)}` : 'effacées, à demander de nouveau'}
        </Fact>
      </dl>
      <div className="between flex wrap gap-2">
        <div className="row">
          {documents.map(({ id, side }) => (
            <ViewDocument key={id} id={id} side={side} owner={name} />
          ))}
        </div>
        <DecideIdentity identity={identity} />
      </div>
    </Card>
  )
}

/** Accepts, or refuses with a reason; the documents are deleted within a day. */
function DecideIdentity({ identity: { companyId, name } }: { identity: Identity }) {
  const decide = async (decision: 'verified' | 'refused', reason?: string) => {
    const body = { decision, ...(reason && { reason }) }
    await call('POST /v1/operator/identities/:companyId/decide', { params: { companyId }, body })
    showToast(`Identité de «\u00a0${name}\u00a0» ${decision === 'verified' ? 'acceptée' : 'refusée'}`)
    await refreshDesk()
  }
  const receipt = <p>Les pièces seront effacées dans la journée&nbsp;; un reçu reste au journal.</p>
  const of = `l’identité de «\u00a0${name}\u00a0»`
  return (
    <div className="row">
      <ConfirmButton
        aria-label={`Accepter ${of}`}
        ask={{
          title: `Accepter ${of}\u00a0?`,
          children: receipt,
          confirmLabel: 'Accepter',
          onConfirm: () => decide('verified'),
        }}
      >
        Accepter
      </ConfirmButton>
      <ReasonButton
        variant="quiet"
        aria-label={`Refuser ${of}`}
        ask={{
          title: `Refuser ${of}\u00a0?`,
          children: receipt,
          confirmLabel: 'Refuser',
          danger: true,
          onConfirm: (reason) => decide('refused', reason),
        }}
      >
        Refuser
      </ReasonButton>
    </div>
  )
}

const sides = { front: 'recto', back: 'verso' } as const

type ViewDocumentProps = { id: number; side: keyof typeof sides; owner: string }

/** Opens one document for as long as the window is open; the server writes who looked, when and why. */
function ViewDocument({ id, side, owner }: ViewDocumentProps) {
  const [address, setAddress] = useState<string>()
  const view = async (reason: string) =>
    setAddress(URL.createObjectURL(await fetchFile(`/v1/operator/identity-documents/${id}/view`, { reason })))
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address])
  const title = `Pièce de «\u00a0${owner}\u00a0», ${sides[side]}`
  return (
    <>
      <ReasonButton
        variant="secondary"
        icon={IconEye}
        aria-label={`Voir le ${sides[side]} de «\u00a0${owner}\u00a0»`}
        ask={{
          title: `Voir le ${sides[side]} de «\u00a0${owner}\u00a0»\u00a0?`,
          confirmLabel: 'Voir la pièce',
          onConfirm: view,
        }}
      >
        Voir le {sides[side]}
      </ReasonButton>
      <Modal opened={address !== undefined} onClose={() => setAddress(undefined)} title={title} size="wide">
        <img className={styles.picture} src={address} alt={title} />
      </Modal>
    </>
  )
}

type Identity = AnswerOf<'GET /v1/operator/identities'>[number]

/** The businesses that wait for a decision, the oldest first, by page. */
const identitiesQuery = pagesQuery('GET /v1/operator/identities', { status: 'pending' }, (page) =>
  whereFull(page, ({ companyId }) => ({ after: companyId })),
)
