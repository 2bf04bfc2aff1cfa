import type { AnswerOf } from '@parvis/domain/api'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { IconEye, IconId } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cacheKey } from '../../api/query.ts'
import { operatorReads } from '../../api/reads-of.ts'
import { fetchFile } from '../../lib/download.ts'
import { call } from '../../lib/request.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './operator.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

/** The businesses whose manager's identity is to be checked, the oldest first. */
export function IdentitiesPanel() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(identitiesQuery)
  if (!data) return <Loading error={error} retry={refetch} height={240} />
  const identities = data.pages.flat()
  if (identities.length === 0) {
    return <EmptyState icon={<IconId />} title="Tout est vérifié" sentence="Les nouveaux dossiers apparaîtront ici." />
  }
  return (
    <div className="column gap-3">
      {identities.map((identity) => (
        <IdentityCard key={identity.companyId} identity={identity} />
      ))}
      {hasNextPage ? (
        <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Dossiers suivants
        </Button>
      ) : null}
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
          <div key={phone_number}>
            <dt>Responsable</dt>
            <dd>
              {first_name} {last_name}, {formatPhone(phone_number)}
            </dd>
          </div>
        ))}
        {contradictsType ? (
          <div>
            <dt>Registre</dt>
            <dd>
              <strong>Catégorie juridique {legalCategory}&nbsp;: ce n’est pas celle du type déclaré</strong>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Pièces</dt>
          <dd>{first ? `envoyées le ${formatDayTime(first.sentAt)}` : 'effacées, à demander de nouveau'}</dd>
        </div>
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

type Decision = { decision: 'verified' | 'refused'; reason?: string }

/** Accepts, or refuses with a reason; the documents are deleted within a day. */
function DecideIdentity({ identity: { companyId, name } }: { identity: Identity }) {
  const [asked, setAsked] = useState<Decision['decision']>()
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      call('POST /v1/operator/identities/:companyId/decide', { params: { companyId }, body: decision }),
    onSuccess: (_, { decision }) => {
      showToast(
        decision === 'verified'
          ? `Identité de «\u00a0${name}\u00a0» acceptée`
          : `Identité de «\u00a0${name}\u00a0» refusée`,
      )
      close()
    },
    meta: { refreshes: operatorReads },
  })
  const close = () => {
    setAsked(undefined)
    decide.reset()
  }
  const receipt = <p>Les pièces seront effacées dans la journée&nbsp;; un reçu reste au journal.</p>
  return (
    <div className="row">
      <Button aria-label={`Accepter l’identité de «\u00a0${name}\u00a0»`} onClick={() => setAsked('verified')}>
        Accepter
      </Button>
      <Button
        variant="quiet"
        aria-label={`Refuser l’identité de «\u00a0${name}\u00a0»`}
        onClick={() => setAsked('refused')}
      >
        Refuser
      </Button>
      {asked === 'verified' ? (
        <ConfirmDialog
          title={`Accepter l’identité de «\u00a0${name}\u00a0»\u00a0?`}
          confirmLabel="Accepter"
          pending={decide.isPending}
          error={decide.error}
          onConfirm={() => decide.mutate({ decision: 'verified' })}
          onClose={close}
        >
          {receipt}
        </ConfirmDialog>
      ) : null}
      {asked === 'refused' ? (
        <ReasonDialog
          danger
          title={`Refuser l’identité de «\u00a0${name}\u00a0»\u00a0?`}
          confirmLabel="Refuser"
          pending={decide.isPending}
          error={decide.error}
          onConfirm={(reason) => decide.mutate({ decision: 'refused', reason })}
          onClose={close}
        >
          {receipt}
        </ReasonDialog>
      ) : null}
    </div>
  )
}

const sides = { front: 'recto', back: 'verso' } as const

type ViewDocumentProps = { id: number; side: keyof typeof sides; owner: string }

/** Opens one document for as long as the window is open; the server writes who looked, when and why. */
function ViewDocument({ id, side, owner }: ViewDocumentProps) {
  const [address, setAddress] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const view = useMutation({
    mutationFn: (reason: string) => fetchFile(`/v1/operator/identity-documents/${id}/view`, { reason }),
    onSuccess: (file) => {
      setAsking(false)
      setAddress(URL.createObjectURL(file))
    },
  })
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address])
  const title = `Pièce de «\u00a0${owner}\u00a0», ${sides[side]}`
  return (
    <>
      <Button
        variant="secondary"
        icon={<IconEye />}
        aria-label={`Voir le ${sides[side]} de «\u00a0${owner}\u00a0»`}
        onClick={() => setAsking(true)}
      >
        Voir le {sides[side]}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={`Voir le ${sides[side]} de «\u00a0${owner}\u00a0»\u00a0?`}
          confirmLabel="Voir la pièce"
          pending={view.isPending}
          error={view.error}
          onConfirm={(reason) => view.mutate(reason)}
          onClose={() => {
            setAsking(false)
            view.reset()
          }}
        />
      ) : null}
      <Modal opened={address !== undefined} onClose={() => setAddress(undefined)} title={title} size="wide">
        <img className={styles.picture} src={address} alt={title} />
      </Modal>
    </>
  )
}

type Identity = AnswerOf<'GET /v1/operator/identities'>[number]

const pageLength = 50

/** The businesses that wait for a decision, the oldest first, by page. */
const identitiesQuery = infiniteQueryOptions({
  queryKey: cacheKey('GET /v1/operator/identities'),
  queryFn: ({ pageParam, signal }) =>
    call('GET /v1/operator/identities', {
      query: { status: 'pending', ...(pageParam && { after: pageParam }) },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.length < pageLength ? undefined : last.at(-1)?.companyId),
})
