import type { OpeningHours } from '@parvis/domain/company/opening-hours'
import { openingState } from '@parvis/domain/company/opening-state'
import { openingStateText } from '@parvis/domain/company/opening-state.fr'
import { parisWeekMoment } from '@parvis/domain/kernel/paris-today'
import { useEffect, useState } from 'react'
import { StatusBadge } from '../../ui/status-badge.tsx'

const tones = { open: 'success', closed: 'off', temporarily_closed: 'warning', unknown: 'info' } as const

/** « Ouvert, ferme à 19 h », kept true minute after minute, on the clock of Paris. */
export function OpeningLine({ hours }: { hours: readonly OpeningHours[] }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const state = openingState(hours, parisWeekMoment(now))
  return <StatusBadge tone={tones[state.state]}>{openingStateText(state)}</StatusBadge>
}
