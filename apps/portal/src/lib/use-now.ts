import { useEffect, useState } from 'react'
import { Temporal } from 'temporal-polyfill'

/** The present moment, told again every so often while the component is shown. */
export function useNow(everySeconds = 15): Temporal.Instant {
  const [now, setNow] = useState(presentInstant)
  useEffect(() => {
    const timer = setInterval(() => setNow(presentInstant()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return now
}

export const presentInstant = (): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(Date.now())
