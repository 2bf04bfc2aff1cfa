import { useEffect, useState } from 'react'

/** The id of the group that is being read: the first one under the strip. */
export function useGroupInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id)
          else inView.delete(target.id)
        }
        setCurrent(all.split(' ').find((id) => inView.has(id)))
      },
      // A band under the strip, as high as a heading.
      { rootMargin: '-100px 0px -60% 0px' },
    )
    for (const id of all.split(' ')) {
      const group = document.getElementById(id)
      if (group) observer.observe(group)
    }
    return () => observer.disconnect()
  }, [all])
  return current
}
