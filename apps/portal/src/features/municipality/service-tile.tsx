import { useDraggable, useDroppable } from '@dnd-kit/core'
import { IconArrowLeft, IconArrowRight, IconFileText, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './service-grid.module.css'
import type { Service } from './use-services.ts'

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

export function ServiceTile({ service, position, onEarlier, onLater, onEdit, onDelete }: ServiceTileProps) {
  const { id, label, serviceIcon, type } = service
  const drag = useDraggable({ id })
  const drop = useDroppable({ id })
  const { label: kind, Icon } = kinds[type]
  const moved = drag.transform ? { transform: `translate(${drag.transform.x}px, ${drag.transform.y}px)` } : undefined

  return (
    <li ref={drop.setNodeRef}>
      <article
        ref={drag.setNodeRef}
        className={styles.tile}
        style={moved}
        data-over={(drop.isOver && !drag.isDragging) || undefined}
        data-dragged={drag.isDragging || undefined}
        aria-label={`${label}, ${position}`}
      >
        <div className={styles.handle} {...drag.listeners}>
          <span className={styles.icon}>
            <img src={serviceIcon.url} alt="" width={36} height={36} draggable={false} />
          </span>
          <h2 className={styles.label}>{label}</h2>
          <span className={styles.kind}>
            <Icon size={16} aria-hidden="true" />
            {kind}
          </span>
        </div>
        <div className={styles.actions}>
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
      className={styles.action}
      aria-label={label}
      title={label}
      onClick={onClick}
      aria-disabled={onClick === undefined}
    >
      {icon}
    </button>
  )
}
