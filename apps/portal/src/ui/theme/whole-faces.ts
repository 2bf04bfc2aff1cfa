import { useEffect } from 'react'

/** Milliseconds after the first drawing. */
const delay = 1_000

/** Until then the cut faces of open-fonts.css, which hold nearly every letter, are enough: the whole ones are 61 kB. */
export function useWholeFaces(): void {
  useEffect(() => {
    const timer = setTimeout(() => void import('./fonts.css').catch(() => undefined), delay)
    return () => clearTimeout(timer)
  }, [])
}
