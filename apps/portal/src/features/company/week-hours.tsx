import { dayName } from '@parvis/domain/company/day-type'
import { type OpeningHours, weekLines, weekState } from '@parvis/domain/company/opening-hours'
import { slotsText } from '@parvis/domain/company/opening-state.fr'
import { parisWeekMoment } from '@parvis/domain/kernel/paris-today'
import styles from './week-hours.module.css'

/** One line per day, Monday to Sunday, or the one sentence that replaces them (P-010, P-012, AMB-50). */
export function WeekHours({ hours }: { hours: readonly OpeningHours[] }) {
  const state = weekState(hours)
  if (state === 'unknown') return <p>Horaires non renseignés</p>
  if (state === 'temporarily_closed') return <p className={styles.closed}>Temporairement fermé</p>
  const today = parisWeekMoment(Date.now()).day
  return (
    <table className={styles.week}>
      <tbody>
        {weekLines(hours).map(({ day, slots }) => (
          <tr key={day} data-today={day === today || undefined}>
            <th scope="row">{dayName(day)}</th>
            <td>{slotsText(slots)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
