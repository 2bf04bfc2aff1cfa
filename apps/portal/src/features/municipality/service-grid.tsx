import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rankCouples, swapped } from '@parvis/domain/kernel/ranks'
import {
  IconArrowLeft,
  IconArrowRight,
  IconFileText,
  IconLink,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'
import { statusText } from '../../lib/status-text.ts'
import { typographic } from '../../lib/typographic.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './service-grid.module.css'
import { type Service, servicesQuery, useChangeServices } from './use-services.ts'

type ServiceGridProps = {
  services: Service[]
  isMoved: boolean
  onMove: (order: number[]) => void
  /** The order shown is saved, or given up for the stored one. */
  onSettled: () => void
  onAdd: () => void
  onEdit: (service: Service) => void
  onDelete: (service: Service) => void
}

/** Tiles to drag onto one another, or to move with their buttons; the order is saved when asked. */
export function ServiceGrid(props: ServiceGridProps) {
  const { services, isMoved, onMove, onSettled, onAdd, onEdit, onDelete } = props
  const mairieId = useCompanyId()
  useLeaveWarning(isMoved)
  const saveOrder = useChangeServices()
  const arrange = (order: number[]) => () =>
    call('POST /v1/municipality/:id/service/rearrange', {
      body: { idRankCouples: rankCouples(order), mairieId },
      as: 'form',
    })
  const ids = services.map(({ id }) => id)
  const { data: stored = [] } = useQuery(servicesQuery)
  const storedIds = stored.map(({ id }) => id)
  const sensors = useSensors(
    // Not the pointer sensor: it would take the finger too, and lose it to the scrolling of the page.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  )
  const [announced, setAnnounced] = useState('')
  const swap = (one: number, other: number | undefined) => {
    if (other === undefined || one === other) return
    const label = services.find(({ id }) => id === one)?.label
    setAnnounced(`${label}, ${ids.indexOf(other) + 1} sur ${ids.length}`)
    onMove(swapped(ids, one, other))
  }
  const drop = ({ active, over }: DragEndEvent) => swap(Number(active.id), over ? Number(over.id) : undefined)
  const restore = () => {
    saveOrder.reset()
    onSettled()
    setAnnounced('L’ordre enregistré est de retour')
  }
  const save = () =>
    saveOrder.mutate(arrange(ids), {
      onSuccess: () => {
        onSettled()
        // The former order is sent like the new one was.
        showToast('L’ordre des services est enregistré', 'success', () => saveOrder.mutate(arrange(storedIds)))
      },
    })

  return (
    <>
      <DndContext
        sensors={sensors}
        onDragEnd={drop}
        accessibility={{ screenReaderInstructions: { draggable: dragWords }, announcements: ownWordsOnly }}
      >
        <ul className={`stack-2 ${styles.grid}`} aria-label="Services, dans l’ordre de l’application">
          {services.map((service, index) => (
            <ServiceTile
              key={service.id}
              service={service}
              position={`${index + 1} sur ${services.length}`}
              onEarlier={index > 0 ? () => swap(service.id, ids[index - 1]) : undefined}
              onLater={index < ids.length - 1 ? () => swap(service.id, ids[index + 1]) : undefined}
              onEdit={() => onEdit(service)}
              onDelete={() => onDelete(service)}
            />
          ))}
          <li>
            <button type="button" className={`inline centre wide bold fir ${styles.add}`} onClick={onAdd}>
              <IconPlus aria-hidden="true" />
              {services.length === 0 ? 'Ajouter votre premier service' : 'Ajouter un service'}
            </button>
          </li>
        </ul>
      </DndContext>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      {isMoved ? (
        <div className={`stack-1 box ${styles.save}`}>
          {saveOrder.error ? (
            <Alert tone="danger" errorKey={statusText(saveOrder.error)}>
              L’ordre n’a pas été enregistré. {typographic(messageOf(saveOrder.error))}
            </Alert>
          ) : null}
          <div className="row centre">
            <Button variant="secondary" disabled={saveOrder.isPending} onClick={restore}>
              Annuler
            </Button>
            <Button onClick={save} loading={saveOrder.isPending}>
              Enregistrer l’ordre
            </Button>
          </div>
        </div>
      ) : null}
    </>
  )
}

const dragWords =
  'Pour déplacer un service au clavier, utilisez les boutons «\u00a0Avancer\u00a0» et «\u00a0Reculer\u00a0» de sa tuile.'
/** The library would speak English, and of numbers; the page tells where a service went. */
const nothing = () => undefined
const ownWordsOnly = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }

type ServiceTileProps = {
  service: Service
  /** « 2 sur 5 » */
  position: string
  /** Absent at the edges. */
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

const kinds = { LINK: { label: 'Lien', Icon: IconLink }, INTERNAL_PAGE: { label: 'Page', Icon: IconFileText } }

function ServiceTile({ service, position, onEarlier, onLater, onEdit, onDelete }: ServiceTileProps) {
  const { id, label, serviceIcon, type } = service
  const drag = useDraggable({ id })
  const drop = useDroppable({ id })
  const { label: kind, Icon } = kinds[type]
  const moved = drag.transform ? { transform: `translate(${drag.transform.x}px, ${drag.transform.y}px)` } : undefined

  return (
    <li ref={drop.setNodeRef}>
      <article
        ref={drag.setNodeRef}
        className={`box inline pad-2 centred ${styles.tile}`}
        style={moved}
        data-over={(drop.isOver && !drag.isDragging) || undefined}
        data-dragged={drag.isDragging || undefined}
        aria-label={`${label}, ${position}`}
      >
        <div className={`inline ${styles.handle}`} {...drag.listeners}>
          <span className={`middle ${styles.icon}`}>
            <img src={serviceIcon.url} alt="" width={36} height={36} draggable={false} />
          </span>
          <h2 className="bold large anywhere">{label}</h2>
          <span className="inline soft small">
            <Icon size={16} aria-hidden="true" />
            {kind}
          </span>
        </div>
        <div className={`flex centre wide ruled ${styles.actions}`}>
          <TileButton
            label={`Avancer ${label}`}
            onClick={onEarlier}
            icon={<IconArrowLeft size={20} className={styles.move} />}
          />
          <TileButton label={`Modifier ${label}`} onClick={onEdit} icon={<IconPencil size={20} />} />
          <TileButton label={`Supprimer ${label}`} onClick={onDelete} icon={<IconTrash size={20} />} />
          <TileButton
            label={`Reculer ${label}`}
            onClick={onLater}
            icon={<IconArrowRight size={20} className={styles.move} />}
          />
        </div>
      </article>
    </li>
  )
}

/** At an edge it does nothing but keeps the focus: a service is moved all the way by one key. */
function TileButton({ label, onClick, icon }: { label: string; onClick: (() => void) | undefined; icon: ReactNode }) {
  return (
    <button
      type="button"
      className={`icon-button ${styles.action}`}
      aria-label={label}
      title={label}
      onClick={onClick}
      aria-disabled={onClick === undefined}
    >
      {icon}
    </button>
  )
}
