import type { Link, SitePicture, Ways } from './shown.ts'

export type AgendaLine = Link & {
  picture: SitePicture
  time: string
  place: string
  business: string
  category: string
  city: string | null
  word?: string
  message?: string
  isStruck?: boolean
}
/** Events and what has a date of its own; then, folded, what comes back every day and every week. */
export type AgendaGroupShown = {
  title: string
  lines: readonly AgendaLine[]
  comesBack: readonly { title: string; lines: readonly AgendaLine[] }[]
}
export type AgendaContent = {
  kind: 'agenda'
  heading: string
  strip: readonly (Link & { weekday: string; count: string; isOn: boolean })[]
  categories: readonly (Link & { isOn: boolean })[]
  groups: readonly AgendaGroupShown[]
  more: Link | null
  empty: { sentence: string; next: AgendaLine | null; links: readonly Link[] } | null
  ways: Ways
}
