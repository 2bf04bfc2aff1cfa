import { useEffect, useState } from 'react'

/**
 * The id of the group that is being read: the one pressed in the strip, until the page is scrolled by hand, else the first
 * one under the strip. At the end of the page a group may be in sight without ever reaching the strip.
 */
export function useGroupInView(ids: readonly string[]): { current: string | undefined; choose: (id: string) => void } {
  const [inView, setInView] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const shown = new Set<string>()
    const groups = all.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) shown.add(target.id)
          else shown.delete(target.id)
        }
        setInView(groups.find(({ id }) => shown.has(id))?.id)
      },
      { rootMargin: `-${landingLine(groups[0])}px 0px -40% 0px` },
    )
    for (const group of groups) observer.observe(group)
    return () => observer.disconnect()
  }, [all])
  useEffect(() => {
    const letGo = () => setChosen(undefined)
    const gestures = ['wheel', 'touchmove', 'keydown'] as const
    for (const gesture of gestures) window.addEventListener(gesture, letGo, { passive: true })
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, letGo)
    }
  }, [])
  return { current: chosen ?? inView, choose: setChosen }
}

/** Just under where `scrollIntoView` brings the top of a group: higher, the end of the group before it would be seen. */
function landingLine(group: HTMLElement | undefined): number {
  if (!group) return 0
  const margin = Number.parseFloat(getComputedStyle(group).scrollMarginTop) || 0
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return Math.round(margin + padding) + 1
}
