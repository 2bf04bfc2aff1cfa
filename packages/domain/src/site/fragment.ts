import type { BusinessContent } from './page.ts'
import type { Link, StateShown } from './shown.ts'

/** What a page of another site frames: the hours or the agenda of a business, or the agenda of a town. */
export type Fragment = {
  /** The page it is of, whole address. */
  page: Link
  canonical: string
  body:
    | (Pick<BusinessContent, 'week' | 'particular'> & { view: 'horaires'; state: Omit<StateShown, 'changes'> })
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
