import { useEffect, useState } from 'react'

/** The typed text, once typing pauses. */
export function useSettled(text: string, pause = 250): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
