import { startTransition, useEffect, useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { presentMoment } from './present.ts'

/**
 * The present moment, refreshed at an interval while the component is mounted; in a transition, since a hundred cards drawn again
 * would hold up what is typed or tapped meanwhile.
 */
export function useNow(everySeconds = 15): Temporal.Instant {
  const [now, setNow] = useState(presentInstant)
  useEffect(() => {
    const timer = setInterval(() => startTransition(() => setNow(presentInstant())), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return now
}

export const presentInstant = (): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(presentMoment())
