import type { OpeningHours } from '@parvis/domain/company/opening-hours'
import { planOfWeek } from '@parvis/domain/hours/day-hours'
import { openingAt } from '@parvis/domain/hours/opening'
import { openingText } from '@parvis/domain/hours/opening.fr'
import { typographic } from '../../lib/typographic.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useServerNow } from './hours/use-hours.ts'

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
  // Holidays are asked on the saved hours, not on what is typed.
  const opening = { ...openingAt(planOfWeek(hours), now), toConfirm: false }
  return <OpeningState opening={{ ...opening, text: openingText(opening, now) }} />
}
