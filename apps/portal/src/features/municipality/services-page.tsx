import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart, useAhead } from '../../lib/after-first-paint.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { statusText } from '../../lib/status-text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { lazyWindow } from '../../ui/lazy-window.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PreviewButton } from '../../ui/preview-button.tsx'
import { PreviewLayout } from '../../ui/preview-layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './services-page.module.css'
import { type Service, servicesQuery, useChangeServices } from './use-services.ts'

// The library that drags is as heavy as the rest of the page.
const loadGrid = () => import('./service-grid.tsx').then((it) => it.ServiceGrid)
const ServiceGrid = lazyPart(loadGrid)
const loadDialog = () => import('./service-dialog.tsx').then((it) => it.ServiceDialog)
const ServiceDialog = lazyWindow(loadDialog)

/** The tiles of municipal services that residents see in the app. */
export function ServicesPage() {
  const company = useCompany()
  const { data: services, error, refetch } = useQuery(servicesQuery)
  const [edited, setEdited] = useState<Service | 'new'>()
  const [deleted, setDeleted] = useState<Service>()
  const [order, setOrder] = useState<number[]>()
  useAhead(loadGrid)
  useAhead(loadDialog)
  const shown = services && inOrder(services, order)

  return (
    <>
      <PageHeader
        title="Services municipaux"
        sentence="Piscine, état civil, cantine… les raccourcis que vos habitants trouvent dans l’application."
        action={
          order ? null : (
            <Button icon={IconPlus} onClick={() => setEdited('new')}>
              Ajouter un service
            </Button>
          )
        }
      />
      {error ? (
        <div data-error={statusText(error)}>
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {!shown && !error ? <Skeleton height={280} /> : null}
      {shown ? (
        <PreviewLayout preview={<ServicesPreview name={company.name} services={shown} />}>
          <div className={`stack-2 ${styles.parts}`}>
            <PreviewButton />
            <Suspense fallback={<Skeleton height={280} />}>
              <ServiceGrid
                services={shown}
                isMoved={order !== undefined}
                onMove={setOrder}
                onSettled={() => setOrder(undefined)}
                onAdd={() => setEdited('new')}
                onEdit={setEdited}
                onDelete={setDeleted}
              />
            </Suspense>
          </div>
        </PreviewLayout>
      ) : null}
      {edited ? (
        <ServiceDialog service={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : null}
      {deleted ? <DeleteServiceDialog service={deleted} onClose={() => setDeleted(undefined)} /> : null}
    </>
  )
}

/** As moved but not saved yet; a service added meanwhile goes last. */
function inOrder(services: Service[], order: number[] | undefined): Service[] {
  if (!order) return services
  const rank = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length)
  return services.toSorted((a, b) => rank(a.id) - rank(b.id))
}

/** Names the service before taking it away. */
function DeleteServiceDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const { mutateAsync } = useChangeServices()
  const remove = async () => {
    await mutateAsync(() => call('POST /v1/municipality/service/:id/delete', { params: { id: service.id } }))
    showToast(`«\u00a0${service.label}\u00a0» est supprimé`)
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={remove}
      title={`Supprimer «\u00a0${service.label}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      danger
    >
      <p>Les habitants ne verront plus ce raccourci dans l’application.</p>
    </ConfirmDialog>
  )
}

/** The town hall's page as residents see it: its services, three in a row. */
function ServicesPreview({ name, services }: { name: string; services: readonly Service[] }) {
  return (
    <div className="pad-2">
      <p className={styles.title}>{name}</p>
      <p className={styles.sentence}>Vos services</p>
      {services.length === 0 ? (
        <p className={`soft centred ${styles.none}`}>Vos services apparaîtront ici.</p>
      ) : (
        <ul className={`stack-1 ${styles.services}`}>
          {services.map(({ id, label, serviceIcon }) => (
            <li key={id} className={`inline sunken gap-tight centred anywhere ${styles.service}`}>
              <img src={serviceIcon.url} alt="" width={26} height={26} />
              <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
