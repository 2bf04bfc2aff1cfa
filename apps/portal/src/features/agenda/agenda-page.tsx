import { agendaPeriods, groupAgenda, type SplitGroup, splitRepeats } from '@parvis/domain/agenda/grouping'
import { counted, formatDayWithoutYear } from '@parvis/domain/kernel/french-format'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Temporal } from 'temporal-polyfill'
import { useFirstPart } from '../../lib/after-first-paint.ts'
import { agendaWords } from '../../lib/first-frame.ts'
import { useMay } from '../../lib/may.ts'
import { PageLink } from '../../lib/router.tsx'
import { useCompany } from '../../lib/session.ts'
import { unbroken } from '../../lib/typographic.ts'
import { useNow } from '../../lib/use-now.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Collapsible } from '../../ui/collapsible.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import {
  type AgendaItem,
  type AgendaStart,
  agendaQuery,
  cursorAt,
  dayOfGroup,
  idOfGroup,
  pageOfItems,
} from './agenda.queries.ts'
import { AgendaCard } from './agenda-card.tsx'
import { type AgendaFilter, AgendaFilters, matchesFilter, noFilter } from './agenda-filters.tsx'
import styles from './agenda-page.module.css'
import { DayStrip } from './day-strip.tsx'
import { whenText } from './when-text.ts'

/** What happens in the company's town, by Paris days whatever the browser's zone. */
export function AgendaPage() {
  const company = useCompany()
  const now = useNow(30)
  const [filter, setFilter] = useState(noFilter)
  const [after, setAfter] = useState<AgendaStart>()
  const towns = [company.zipCode ?? '', ...filter.towns]
  const { data: items, error, refetch, isPlaceholderData } = useQuery(agendaQuery(towns, after))
  return (
    <>
      <PageHeader title={agendaWords.title} sentence={agendaWords.sentenceOf(company)} />
      {items ? null : <Loading error={error} retry={refetch} height={320} />}
      {items ? (
        <>
          <AgendaFilters filter={filter} onChange={setFilter} />
          <Days items={items} filter={filter} now={now} after={isPlaceholderData ? '' : after} onGo={setAfter} />
        </>
      ) : null}
    </>
  )
}

type DaysProps = {
  items: readonly AgendaItem[]
  filter: AgendaFilter
  now: Temporal.Instant
  /** Empty while another page is on its way. */
  after: AgendaStart
  onGo: (start: AgendaStart) => void
}

/** One page of days. Where more comes before or after, the strip holds all periods, each asked when it is pressed. */
function Days({ items, filter, now, after, onGo }: DaysProps) {
  const { shown, next } = pageOfItems(items, (item) => matchesFilter(item, filter, now))
  const groups = splitRepeats(groupAgenda(shown, now))
  const heading = useRef<HTMLDivElement>(null)
  const isElsewhere = after !== undefined
  useEffect(() => {
    if (after) heading.current?.querySelector('h2')?.focus()
  }, [after])
  if (groups.length === 0 && !next && !isElsewhere) return items.length > 0 ? <NothingFits /> : <NothingComing />
  const periods = next || isElsewhere ? agendaPeriods(now) : []
  return (
    <div ref={heading}>
      {groups.length > 1 || periods.length > 0 ? (
        <DayStrip
          groups={groups}
          periods={periods}
          now={now}
          onGo={({ key, start }) => onGo(key === '0' ? undefined : cursorAt(start))}
        />
      ) : null}
      {groups.length === 0 ? <NothingFits /> : null}
      {groups.map((group) => (
        <AgendaGroupSection key={group.key} group={group} now={now} />
      ))}
      <Turn next={next} isElsewhere={isElsewhere} onGo={onGo} />
    </div>
  )
}

type TurnProps = { next: AgendaStart; isElsewhere: boolean; onGo: DaysProps['onGo'] }

/** To the next page, and back to the first one. */
function Turn({ next, isElsewhere, onGo }: TurnProps) {
  return (
    <div className="flex wrap centre gap-half">
      {isElsewhere ? (
        <Button variant="secondary" onClick={() => onGo(undefined)}>
          Revenir à aujourd’hui
        </Button>
      ) : null}
      {next ? <Button onClick={() => onGo(next)}>Voir la suite</Button> : null}
    </div>
  )
}

function NothingFits() {
  return (
    <EmptyState
      icon={IconCalendarEvent}
      title="Rien ne correspond"
      sentence="Retirez un filtre, choisissez un autre jour ou ajoutez une ville voisine."
    />
  )
}

function NothingComing() {
  return (
    <EmptyState
      icon={IconCalendarEvent}
      title="Aucun instant à venir"
      sentence="Les habitants voient ici tout ce que les commerces, les associations et la mairie annoncent."
      example={'«\u00a0Marché de Noël samedi à 10\u00a0h\u00a0»'}
      action={
        <Allowed call="POST /v1/instants">
          <LinkButton to="/createAgendaEvent" variant="primary">
            Annoncer un événement
          </LinkButton>
        </Allowed>
      }
    />
  )
}

type AgendaGroupProps = { group: SplitGroup<AgendaItem>; now: Temporal.Instant }

/** The group of a day or of a later period: new items as cards, then recurrent ones in short. */
function AgendaGroupSection({ group, now }: AgendaGroupProps) {
  const { key, title, fresh, repeated } = group
  const day = dayOfGroup(group, now)
  const first = useFirstPart(fresh)
  return (
    <section id={idOfGroup(key)} className={styles.group} aria-labelledby={`${idOfGroup(key)}-title`}>
      <div className={`flex wrap ${styles.head}`}>
        <h2 id={`${idOfGroup(key)}-title`} className={styles.heading} tabIndex={-1}>
          {title}
        </h2>
        {day === undefined ? null : <span className="soft">{formatDayWithoutYear(day)}</span>}
      </div>
      {fresh.length === 0 ? null : (
        <ul className={`stack-1 gap-half ${styles.items}`}>
          {first.map((item) => (
            <AgendaCard key={item.id} item={item} now={now} />
          ))}
        </ul>
      )}
      {repeated.length === 0 ? null : (
        <RepeatedItems items={repeated} now={now} isOpen={key === '1'} isOneDay={day !== undefined} />
      )}
    </section>
  )
}

type RepeatedItemsProps = { items: readonly AgendaItem[]; now: Temporal.Instant; isOpen: boolean; isOneDay: boolean }

/** Items already listed in an earlier group: one line of names, each with its hours once opened. */
function RepeatedItems({ items, now, isOpen, isOneDay }: RepeatedItemsProps) {
  const { companyId } = useCompany()
  const may = useMay()
  const names = unbroken(items.map(({ title }) => title).join(' · '))
  // Drawn once they are opened: a month of what comes back each day is thousands of elements.
  const [isDrawn, setDrawn] = useState(isOpen)
  return (
    <Collapsible
      title={
        <span className={styles.words}>
          {counted(items.length, 'instant qui revient', 'instants qui reviennent')}
          <span className={`soft ${styles.names}`}>{names}</span>
        </span>
      }
      open={isOpen}
      onToggle={(isNowOpen) => setDrawn((was) => was || isNowOpen)}
    >
      <ul className={styles.rows} data-days={isOneDay ? undefined : true}>
        {(isDrawn ? items : []).map((item) => (
          <li key={item.id}>
            <article className={styles.row} aria-label={item.title}>
              <span className={card.when}>{whenText(item, now)}</span>
              {item.businessId === companyId && may('POST /v1/instants') ? (
                <PageLink to="/editAgendaEvent/$id" params={{ id: String(item.id) }} className={styles.title}>
                  {unbroken(item.title)}
                </PageLink>
              ) : (
                <span className={styles.title}>{unbroken(item.title)}</span>
              )}
            </article>
          </li>
        ))}
      </ul>
    </Collapsible>
  )
}
