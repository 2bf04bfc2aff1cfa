import { parisToday } from '@parvis/domain/kernel/paris-today'
import {
  chartWindows,
  cumulativeRegistrations,
  defaultChartWindow,
  registrationsPerDay,
} from '@parvis/domain/stats/series'
import { lazy, Suspense, useState } from 'react'
import { whenOnline } from '../../lib/after-first-paint.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DayChart } from './day-chart.tsx'
import styles from './stats-page.module.css'
import type { Stats } from './stats-query.ts'

const CompanyTable = lazy(() =>
  whenOnline(() => import('./company-table.tsx')).then((it) => ({ default: it.CompanyTable })),
)

type TabName = 'day' | 'total' | Stats['companies'][number]['type']

const tables = [
  { value: 'commerce', label: 'Commerces' },
  { value: 'association', label: 'Associations' },
  { value: 'entreprise', label: 'Entreprises' },
  { value: 'mairie', label: 'Mairies' },
] as const

/** Registrations per day, their running total, and a table per type of business (T-008, T-009). */
export function StatsTabs({ profiles, companies }: Stats) {
  const [tab, setTab] = useState<TabName>('day')
  const [days, setDays] = useState(defaultChartWindow)
  const today = parisToday(Date.now())
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
