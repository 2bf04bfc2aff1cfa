import { dayName } from '@parvis/domain/company/opening-hours'
import type { HoursPlan } from '@parvis/domain/hours/day-hours'
import { openingAt } from '@parvis/domain/hours/opening'
import { openingText, weekRows } from '@parvis/domain/hours/opening.fr'
import { typographic } from '../../lib/typographic.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './week-hours.module.css'

/** The state of a place and why, as the engine of hours says it. */
type ShownOpening = { state: 'open' | 'closed'; reason: string | null; text: string }

/** « Ouvert, ferme à 19 h »: of what the server answered, particular days included. */
export function OpeningState({ opening: { state, reason, text } }: { opening: ShownOpening }) {
  const tone = state === 'open' ? 'success' : reason === 'paused' ? 'warning' : reason === 'unknown' ? 'info' : 'off'
  return <StatusBadge tone={tone}>{typographic(text)}</StatusBadge>
}

type HoursShown = { plan: HoursPlan }

/** The same of a week that is being typed, kept true each half-minute on the server's clock. */
export function OpeningLine({ plan }: HoursShown) {
  const now = useNow(30).epochMilliseconds
  // Public holidays are computed from the saved hours, not from typed ones.
  const opening = { ...openingAt(plan, now), toConfirm: false }
  return <OpeningState opening={{ ...opening, text: openingText(opening, now) }} />
}

/** One line per day, Monday to Sunday, today's as it really is, or the one sentence that replaces them. */
export function WeekHours({ plan }: HoursShown) {
  const now = useNow(30).epochMilliseconds
  if (plan.weekState === 'unknown') return <p>Horaires non renseignés</p>
  if (plan.weekState === 'paused') return <p className="bold">Temporairement fermé</p>
  return (
    <table className={styles.week}>
      <tbody>
        {weekRows(plan, now).map(({ day, hours, isToday }) => (
          <tr key={day} data-today={isToday || undefined}>
            <th scope="row">{dayName(day)}</th>
            <td>{typographic(hours)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
