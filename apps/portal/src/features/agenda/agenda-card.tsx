import type { DayOfRun } from '@parvis/domain/agenda/grouping'
import { readableItems } from '@parvis/domain/instants/activation-time'
import { isOffState } from '@parvis/domain/instants/event-state'
import { occurrenceStateText, scheduleItemText } from '@parvis/domain/instants/schedule.fr'
import { clockText } from '@parvis/domain/site/when.fr'
import { IconBuildingStore, IconClock, IconEye, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { useMay } from '../../lib/may.ts'
import { PageLink } from '../../lib/router.tsx'
import { useCompany } from '../../lib/session.ts'
import { unbroken } from '../../lib/typographic.ts'
import card from '../../ui/card.module.css'
import { CategoryBadge } from '../../ui/category-badge.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Modal } from '../../ui/modal.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { AgendaItem } from './agenda.queries.ts'
import styles from './agenda-card.module.css'
import { distanceBetween, whenText } from './when-text.ts'

type TitleProps = { item: AgendaItem; isOwn: boolean; onOpen: () => void }

/** Leads to the form of one's own, for whom the role lets change it; opens the others. */
function Title({ item, isOwn, onOpen }: TitleProps) {
  const may = useMay()
  return isOwn && may('POST /v1/instants') ? (
    <PageLink to="/editAgendaEvent/$id" params={{ id: String(item.id) }}>
      {unbroken(item.title)}
    </PageLink>
  ) : (
    <button type="button" className={`${styles.open} ${card.cover}`} aria-haspopup="dialog" onClick={onOpen}>
      {unbroken(item.title)}
    </button>
  )
}

/** One thing that happens: when, what, of whom, where and how far; the owner's leads to its form, the others open. */
export function AgendaCard({ item, now }: { item: AgendaItem & { run?: DayOfRun }; now: Temporal.Instant }) {
  const company = useCompany()
  const [isOpen, setOpen] = useState(false)
  const isOwn = item.businessId === company.companyId
  const distance = distanceBetween(company, item.position)
  return (
    <li>
      <article className={`stack-2 box ${styles.item}`} data-own={isOwn || undefined} aria-label={item.title}>
        <img className={card.picture} src={item.pictureUrl} alt="" width={96} height={96} loading="lazy" />
        <div className={card.words}>
          <p className={card.when}>{whenText(item, now, item.run)}</p>
          <h3 className={card.name} data-struck={isOffState(item.state, Boolean(item.formerStart)) || undefined}>
            <Title item={item} isOwn={isOwn} onOpen={() => setOpen(true)} />
          </h3>
          {isOwn ? null : (
            <p className={styles.who}>
              {item.businessName} · {item.address}
            </p>
          )}
          <p className="soft anywhere">{unbroken(item.description)}</p>
          {item.stateMessage ? <p className="soft anywhere">{unbroken(item.stateMessage)}</p> : null}
          <div className="flex wrap gap-tight">
            <AgendaState item={item} />
            <CategoryBadge slug={item.category} />
            {isOwn ? (
              <StatusBadge tone="success" icon={IconBuildingStore}>
                Le vôtre
              </StatusBadge>
            ) : null}
            <VisibleFrom item={item} />
            {distance && !isOwn ? (
              <span className="inline gap-tight soft small">
                <IconMapPin size={16} aria-hidden="true" /> à {unbroken(distance)}
              </span>
            ) : null}
          </div>
        </div>
      </article>
      {isOpen ? <AgendaItemDialog item={item} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}

function VisibleFrom({ item: { start, originalStart } }: { item: AgendaItem }) {
  if (start === originalStart) return null
  return (
    <span className="inline gap-tight soft small">
      <IconEye size={16} aria-hidden="true" /> visible dès {clockText(Temporal.Instant.from(start))}
    </span>
  )
}

/** Annulé, Reporté du 12 mars au 9 avril, Complet: in words, never by colour alone. */
function AgendaState({ item: { state = 'planned', formerStart, originalStart } }: { item: AgendaItem }) {
  const former = formerStart ? Temporal.Instant.from(formerStart) : null
  const word = occurrenceStateText({ state, former, at: Temporal.Instant.from(originalStart) })
  return word ? <StatusBadge tone="warning">{word}</StatusBadge> : null
}

/** Dialog with another business's instant as residents read it, long text included. */
function AgendaItemDialog({ item, onClose }: { item: AgendaItem; onClose: () => void }) {
  const { businessId } = item
  const { data, error, refetch } = useQuery(query('GET /v1/app/companies/:id', { params: { id: businessId } }))
  const instant = data?.instants.find(({ id }) => id === item.id)
  return (
    <Modal onClose={onClose} title={item.title} size="narrow">
      <div className="stack-1 gap-half">
        <p className={styles.line}>
          <IconBuildingStore size={20} aria-hidden="true" /> {item.businessName}
        </p>
        <p className={styles.line}>
          <IconMapPin size={20} aria-hidden="true" /> {item.address}
        </p>
        {data ? null : <Loading error={error} retry={refetch} height={120} />}
        {readableItems(instant?.activationTimes ?? [])
          .map(scheduleItemText)
          .map((text) => (
            <p key={text} className={styles.line}>
              <IconClock size={20} aria-hidden="true" /> {text}
            </p>
          ))}
        <p className="written">{unbroken(instant?.longDescription ?? item.description)}</p>
      </div>
    </Modal>
  )
}
