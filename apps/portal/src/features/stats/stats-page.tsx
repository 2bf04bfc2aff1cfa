import { formatCount, formatDay, formatDayWithoutYear } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { isZip } from '@parvis/domain/kernel/place'
import {
  chartWindows,
  cumulativeRegistrations,
  defaultChartWindow,
  type Point,
  registrationsPerDay,
  statCards,
} from '@parvis/domain/stats/series'
import { IconDownload, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/after-first-paint.ts'
import { download } from '../../lib/download.ts'
import { presentMoment } from '../../lib/present.ts'
import { configurationQuery, useCompany } from '../../lib/session.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NumberField } from '../../ui/text-field.tsx'
import styles from './stats-page.module.css'
import { type Stats, statsQuery } from './stats-query.ts'

/** What happens in a town: people and businesses that registered. Super admins only. */
export function StatsPage() {
  const company = useCompany()
  const [zipCode, setZipCode] = useState(company.zipCode ?? '')
  const { data, error, isFetching, refetch } = useQuery(statsQuery(zipCode))
  const { data: configuration } = useQuery(configurationQuery)
  return (
    <>
      <PageHeader title="Statistiques" sentence="Les inscriptions et les établissements d’une ville." />
      <div className={`row bottom gap-2 ${styles.zip}`}>
        <NumberField
          name="zipCode"
          label="Code postal"
          digits={5}
          value={zipCode}
          onChange={(typed) => setZipCode(typed.replace(/\D/g, ''))}
          error={isZip(zipCode) ? undefined : { key: 'zipCode_format_error', text: 'Le code postal est invalide' }}
        />
        <ActButton
          variant="secondary"
          icon={IconDownload}
          disabled={!data}
          act={() => download(`/v1/stats/export?zipCode=${zipCode}`, `etablissements-${zipCode}.csv`)}
        >
          Tableau (Excel, CSV)
        </ActButton>
      </div>
      {data || !(error || isFetching) ? null : <Loading error={error} retry={refetch} height={320} />}
      {data ? (
        <>
          <StatCards cards={statCards(data.profiles, data.companies)} />
          <StatsTabs profiles={data.profiles} companies={data.companies} />
        </>
      ) : null}
      {configuration?.supportEmail ? (
        <p className="top-2">
          <LinkButton variant="quiet" href={`mailto:${configuration.supportEmail}`} icon={IconMail}>
            Contacter l’équipe
          </LinkButton>
        </p>
      ) : null}
    </>
  )
}

const labels = {
  registrations: 'Inscriptions',
  commerces: 'Commerces',
  associations: 'Associations',
  entreprises: 'Entreprises',
} as const

/** Four totals. */
function StatCards({ cards }: { cards: ReturnType<typeof statCards> }) {
  return (
    <dl className={`stack-2 ${styles.cards}`}>
      {Object.entries(labels).map(([key, label]) => (
        <div key={key} className={`box ${styles.card}`}>
          <dt>{label}</dt>
          <dd>{formatCount(cards[key as keyof typeof labels])}</dd>
        </div>
      ))}
    </dl>
  )
}

const CompanyTable = lazyPart(() => import('./company-table.tsx').then((it) => it.CompanyTable))

type TabName = 'day' | 'total' | Stats['companies'][number]['type']

const tables = [
  { value: 'commerce', label: 'Commerces' },
  { value: 'association', label: 'Associations' },
  { value: 'entreprise', label: 'Entreprises' },
  { value: 'mairie', label: 'Mairies' },
] as const

/** Registrations per day, their running total, and a table per type of business. */
function StatsTabs({ profiles, companies }: Stats) {
  const [tab, setTab] = useState<TabName>('day')
  const [days, setDays] = useState(defaultChartWindow)
  const today = parisToday(presentMoment())
  const chart = { window: <WindowSelect days={days} onChange={setDays} /> }
  const shown = tables.filter(({ value }) => value !== 'mairie' || companies.some(({ type }) => type === 'mairie'))

  return (
    <Tabs
      label="Statistiques"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'day',
          label: 'Par jour',
          panel: (
            <DayChart {...chart} title="Inscriptions par jour" points={registrationsPerDay(profiles, days, today)} />
          ),
        },
        {
          value: 'total',
          label: 'Cumul',
          panel: (
            <DayChart
              {...chart}
              title="Inscriptions cumulées"
              points={cumulativeRegistrations(profiles, days, today)}
            />
          ),
        },
        ...shown.map(({ value, label }) => {
          const ofType = companies.filter(({ type }) => type === value)
          return {
            value,
            label,
            count: ofType.length,
            panel: (
              <Suspense fallback={<Skeleton height={320} />}>
                <CompanyTable label={label} companies={ofType} />
              </Suspense>
            ),
          }
        }),
      ]}
    />
  )
}

function WindowSelect({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return (
    <div className={styles.window}>
      <SelectField
        name="window"
        label="Période"
        value={String(days)}
        onChange={(chosen) => onChange(Number(chosen))}
        options={chartWindows.map((count) => ({ value: String(count), label: `${count} jours` }))}
      />
    </div>
  )
}

const LineChart = lazyPart(() => import('./line-chart.tsx').then((it) => it.LineChart))
const height = 300

/** A curve, and behind it the same numbers as a table for who cannot see it. */
function DayChart({ title, points, window }: { title: string; points: readonly Point[]; window: ReactNode }) {
  const last = points.at(-1)
  return (
    <Card title={title} action={window}>
      <div
        role="img"
        aria-label={`${title}\u00a0: courbe sur ${points.length} jours, ${last?.count ?? 0} le dernier jour`}
      >
        <Suspense fallback={<Skeleton height={height} />}>
          <LineChart
            height={height}
            points={points.map(({ day, count }) => ({ label: formatDayWithoutYear(`${day}T12:00:00Z`), count }))}
          />
        </Suspense>
      </div>
      <Collapsible title="Voir les nombres" look="plain">
        <table className={styles.days}>
          <thead>
            <tr>
              <th scope="col">Jour</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{formatDay(`${day}T12:00:00Z`)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Collapsible>
    </Card>
  )
}
