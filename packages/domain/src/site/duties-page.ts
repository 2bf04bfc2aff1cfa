import type { AlertLevel } from '../alerts/alert.ts'
import type { Link, ListContent, ListLine, ListPages } from './shown.ts'

/** What the pages of the town hall's duties show. */
export type DutiesFrame = {
  /** Carries no script: what the law wants read by everybody, without any count. */
  isBare?: boolean
  /** The alert of the town that holds now, before everything else. */
  alert?: AlertBanner | undefined
  /** When it was drawn, on a page kept for the day on which the database is away. */
  drawn?: string | undefined
}

export type DutiesContent = ActsContent | ListContent<'alerts'> | AlertContent

export type ActsContent = {
  kind: 'acts'
  heading: string
  hall: Link | null
  action: string
  query: string
  hidden: readonly { name: string; value: string }[]
  filters: readonly (Link & { isOn: boolean })[]
  years: readonly (Link & { isOn: boolean })[]
  acts: readonly ListLine[]
  empty: string | null
  pages: ListPages | null
  ways: readonly Link[]
}

export type AlertBanner = {
  level: AlertLevel
  label: string
  title: string
  hour: string
  href: string
  others: string | null
}

export type AlertContent = {
  kind: 'alert'
  id: number
  level: AlertLevel
  label: string
  heading: string
  text: string
  state: string
  isOver: boolean
  hours: readonly string[]
  endText: string | null
  hall: Link | null
  others: readonly { text: string; link: Link }[]
  honest: string
}
