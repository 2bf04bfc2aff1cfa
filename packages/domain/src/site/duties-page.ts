import type { Link, ListPages } from './shown.ts'

/** What the pages of the town hall's duties show. */
export type DutiesContent = ActsContent | ActContent | AttestationContent

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
  drawn: string
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
  drawn: string
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
  drawn: string
}
