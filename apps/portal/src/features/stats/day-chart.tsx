import { formatDay, formatDayWithoutYear } from '@parvis/domain/kernel/french-format'
import type { Point } from '@parvis/domain/stats/series'
import { lazy, type ReactNode, Suspense } from 'react'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './stats-page.module.css'

const LineChart = lazy(() => import('./line-chart.tsx').then((it) => ({ default: it.LineChart })))
const height = 300

/** A curve, and behind it the same numbers as a table for who cannot see it (T-008). */
export function DayChart({ title, points, window }: { title: string; points: readonly Point[]; window: ReactNode }) {
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
