import { dayName, type OpeningHours, weekState } from '@parvis/domain/company/opening-hours'
import { daysOfWeekLines, foldWeek } from '@parvis/domain/hours/week'
import { parisWeekday } from '@parvis/domain/kernel/paris-today'
import { useServerNow } from './hours/use-hours.ts'
import styles from './week-hours.module.css'

/** One line per day, Monday to Sunday, or the one sentence that replaces them (P-010, P-012, AMB-50). */
export function WeekHours({ hours }: { hours: readonly OpeningHours[] }) {
  const today = parisWeekday(useServerNow(30))
  const state = weekState(hours)
  if (state === 'unknown') return <p>Horaires non renseignés</p>
  if (state === 'temporarily_closed') return <p className={styles.closed}>Temporairement fermé</p>
  const week = foldWeek(hours.map(({ dayType, ...row }) => ({ ...row, type: dayType })))
  return (
    <table className={styles.week}>
      <tbody>
        {daysOfWeekLines(week).map(({ day, ranges }) => (
          <tr key={day} data-today={day === today || undefined}>
            <th scope="row">{dayName(day)}</th>
            <td>
              {ranges.length === 0 ? 'Fermé' : null}
              {ranges.map(({ start, end }, index) => (
                <span key={`${start}${end}`}>{`${index > 0 ? ', ' : ''}${start}-${end}`}</span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
