import { eventCategories, instantCategoryOf } from '@parvis/domain/instants/categories'
import { IconBuildingStore, IconEye, IconMapPin, IconTag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Temporal } from 'temporal-polyfill'
import { formatTime } from '../../lib/paris-format.ts'
import { useCompany } from '../../lib/session.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { AgendaItem } from './agenda.queries.ts'
import styles from './agenda-card.module.css'
import { AgendaItemDialog } from './agenda-item-dialog.tsx'
import { distanceBetween } from './distance-between.ts'
import { whenText } from './when-text.ts'

/** One thing that happens: when, what, of whom, where and how far; the owner's leads to its form, the others open (AMB-96, AMB-98). */
export function AgendaCard({ item, now }: { item: AgendaItem; now: Temporal.Instant }) {
  const company = useCompany()
  const [isOpen, setOpen] = useState(false)
  const isOwn = item.businessId === company.companyId
  const distance = distanceBetween(company, item.position)
  return (
    <li>
      <article className={styles.item} data-own={isOwn || undefined} aria-label={item.title}>
        <img className={styles.picture} src={item.pictureUrl} alt="" width={96} height={96} loading="lazy" />
        <div className={styles.words}>
          <p className={styles.when}>{whenText(item, now)}</p>
          <h3 className={styles.title}>
            {isOwn ? (
              <Link to="/editAgendaEvent/$id" params={{ id: String(item.id) }}>
                {item.title}
              </Link>
            ) : (
              <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
                {item.title}
              </button>
            )}
          </h3>
          {isOwn ? null : (
            <p className={styles.who}>
              {item.businessName} · {item.address}
            </p>
          )}
          <p className={styles.text}>{item.description}</p>
          <div className={styles.badges}>
            <AgendaCategory slug={item.category} />
            {isOwn ? (
              <StatusBadge tone="success" icon={<IconBuildingStore size={16} aria-hidden="true" />}>
                Le vôtre
              </StatusBadge>
            ) : null}
            {item.start === item.originalStart ? null : (
              <span className={styles.distance}>
                <IconEye size={16} aria-hidden="true" /> visible dès {formatTime(item.start)}
              </span>
            )}
            {distance && !isOwn ? (
              <span className={styles.distance}>
                <IconMapPin size={16} aria-hidden="true" /> à {distance}
              </span>
            ) : null}
          </div>
        </div>
      </article>
      {isOpen ? <AgendaItemDialog item={item} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}

/** An unknown category has a neutral badge. */
function AgendaCategory({ slug }: { slug: string }) {
  const category = instantCategoryOf(slug)
  const isEvent = eventCategories.some((known) => known === slug)
  const tone = slug === 'gift' ? 'brick' : isEvent ? 'mustard' : 'sky'
  return (
    <StatusBadge tone={category ? tone : 'off'} icon={<IconTag size={16} aria-hidden="true" />}>
      {category?.label ?? 'Autre'}
    </StatusBadge>
  )
}
