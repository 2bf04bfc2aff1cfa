import { dayName, type OpeningHours, weekState } from '@parvis/domain/company/opening-hours'
import { planOfWeek } from '@parvis/domain/hours/day-hours'
import { openingAt } from '@parvis/domain/hours/opening'
import { openingText } from '@parvis/domain/hours/opening.fr'
import { daysOfWeekLines, foldWeek } from '@parvis/domain/hours/week'
import { parisWeekday } from '@parvis/domain/kernel/paris-today'
import { typographic } from '../../lib/typographic.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useServerNow } from './hours/use-hours.ts'
import styles from './week-hours.module.css'

/** The state of a place and why, as the engine of hours says it. */
export type StateOfPlace = { state: 'open' | 'closed'; reason: string | null; text: string }

/** « Ouvert, ferme à 19 h »: of what the server answered, particular days included. */
export function OpeningState({ opening: { state, reason, text } }: { opening: StateOfPlace }) {
  const tone = state === 'open' ? 'success' : reason === 'paused' ? 'warning' : reason === 'unknown' ? 'info' : 'off'
  return <StatusBadge tone={tone}>{typographic(text)}</StatusBadge>
}

/** The same of a week that is being typed, kept true each half-minute on the server's clock (H-037). */
export function OpeningLine({ hours }: { hours: readonly OpeningHours[] }) {
  const now = useServerNow(30)
  // Public holidays are computed from the saved hours, not from typed ones.
  const opening = { ...openingAt(planOfWeek(hours), now), toConfirm: false }
  return <OpeningState opening={{ ...opening, text: openingText(opening, now) }} />
}

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
