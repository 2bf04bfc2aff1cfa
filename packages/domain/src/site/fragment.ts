import type { Link } from './shown.ts'

/** What a page of another site frames: the hours or the agenda of a business, or the agenda of a town. */
export type Fragment = {
  /** The page it is of, whole address. */
  page: Link
  canonical: string
  body:
    | {
        view: 'horaires'
        state: { sentence: string; isOpen: boolean }
        /** The usual week, today as it is; none: the sentence says it all. */
        days: readonly { day: string; hours: string; isToday: boolean }[]
        /** Closures and particular days to come, in words. */
        coming: readonly string[]
      }
    | {
        view: 'agenda'
        dates: readonly (Link & {
          when: string
          place: string
          /** What has become of it, and why. */
          word?: string
          message?: string
          isStruck?: boolean
        })[]
      }
    | { view: 'nothing' }
}
