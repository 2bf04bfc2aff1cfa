import { groupAgenda } from '@parvis/domain/agenda/grouping'
import { splitRepeats } from '@parvis/domain/agenda/repeats'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Temporal } from 'temporal-polyfill'
import { type Company, useCompany } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type AgendaItem, agendaQuery } from './agenda.queries.ts'
import { AgendaGroupSection } from './agenda-group.tsx'
import { DayStrip } from './day-strip.tsx'

/** What happens in the company's town, by Paris days whatever the browser's zone (G-001 to G-014). */
export function AgendaPage() {
  const company = useCompany()
  const now = useNow(30)
  const { data: items, error, refetch } = useQuery(agendaQuery(company.zipCode ?? ''))
  return (
    <>
      <PageHeader
        title="Agenda"
        sentence={`Ce qui se passe à ${placeOf(company)}, chez vous et chez les autres\u00a0: choisissez le bon jour pour vos événements.`}
      />
      {error && !items ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {!items && !error ? <Skeleton height={320} /> : null}
      {items ? <Days items={items} now={now} /> : null}
    </>
  )
}

function Days({ items, now }: { items: readonly AgendaItem[]; now: Temporal.Instant }) {
  const groups = splitRepeats(groupAgenda(items, now))
  if (groups.length === 0) return <NothingComing />
  return (
    <>
      {groups.length > 1 ? <DayStrip groups={groups} now={now} /> : null}
      {groups.map((group) => (
        <AgendaGroupSection key={group.key} group={group} now={now} />
      ))}
    </>
  )
}

const placeOf = ({ city, zipCode }: Company) => [city, zipCode && `(${zipCode})`].filter(Boolean).join(' ')

function NothingComing() {
  return (
    <EmptyState
      icon={<IconCalendarEvent />}
      title="Aucun instant à venir"
      sentence="Les habitants voient ici tout ce que les commerces, les associations et la mairie annoncent."
      example={'«\u00a0Marché de Noël samedi à 10\u00a0h\u00a0»'}
      action={
        <Link to="/createAgendaEvent" className={buttonClass({ variant: 'primary' })}>
          Annoncer un événement
        </Link>
      }
    />
  )
}
