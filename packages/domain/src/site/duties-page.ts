import type { AlertLevel } from '../alerts/alert.ts'
import type { Link, ListPages } from './shown.ts'

/** What the pages of the town hall's duties show. */
export type DutiesFrame = {
  /** Carries no script: what the law wants read by everybody, without any count. */
  isBare?: boolean
  /** The alert of the town that holds now, before everything else. */
  alert?: AlertBanner | undefined
  /** When it was drawn, on a page kept for the day on which the database is away. */
  drawn?: string | undefined
}

export type DutiesContent = ActsContent | ActContent | AttestationContent | AlertsContent | AlertContent

export type ActLine = Link & { label: string; facts: string; word?: string }
export type ActsContent = {
  kind: 'acts'
  heading: string
  hall: Link | null
  action: string
  query: string
  hidden: readonly { name: string; value: string }[]
  filters: readonly (Link & { isOn: boolean })[]
  years: readonly (Link & { isOn: boolean })[]
  acts: readonly ActLine[]
  empty: string | null
  pages: ListPages | null
  ways: readonly Link[]
}

export type ActContent = {
  kind: 'act'
  heading: string
  /** Replaced, or withdrawn: said above everything else. */
  words: readonly { text: string; link?: Link }[]
  facts: readonly { name: string; value: string }[]
  file: Link | null
  /** Paragraphs of the text version; the sentence where there is none. */
  paragraphs: readonly string[]
  noText: { sentence: string; links: readonly Link[] } | null
  attestation: string
}

export type AttestationContent = {
  kind: 'attestation'
  heading: string
  text: string
  /** Base64. */
  signature: string
  meaning: string
  commands: readonly string[]
  links: readonly Link[]
}

export type AlertBanner = {
  level: AlertLevel
  label: string
  title: string
  hour: string
  href: string
  others: string | null
}

type AlertLine = Link & { level: AlertLevel; label: string; facts: string }
export type AlertsContent = {
  kind: 'alerts'
  heading: string
  groups: readonly { title: string; alerts: readonly AlertLine[] }[]
  empty: string | null
  honest: string
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
