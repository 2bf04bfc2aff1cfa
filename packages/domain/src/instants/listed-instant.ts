import type { Temporal } from 'temporal-polyfill'
import { foldText } from '../kernel/text.ts'
import type { Occurrence } from './occurrences.ts'

export type TimeLeft = {
  /** `before` counts the preview hours; `over` when nothing is left to come. */
  state: 'before' | 'running' | 'over'
  colour: 'green' | 'orange' | 'red'
  /** 100 above one hour, then the share of the last hour. */
  percent: number
  /** Whole minutes left while running, rounded up. */
  minutes?: number
}

const millisecondsPerMinute = 60_000

/**
 * How long the current occurrence still lasts: green above 60 minutes and before the start, orange from 60 to 30, red at 30
 * and less. `occurrence` is the one `nextOccurrence` gives.
 */
export function timeLeft(occurrence: Occurrence | undefined, now: Temporal.Instant): TimeLeft {
  if (!occurrence) return { state: 'over', colour: 'red', percent: 0 }
  if (occurrence.originalStart > now.epochMilliseconds) {
    return { state: 'before', colour: 'green', percent: 100 }
  }
  const minutes = (occurrence.end - now.epochMilliseconds) / millisecondsPerMinute
  if (minutes < 0) return { state: 'over', colour: 'red', percent: 0 }
  return { state: 'running', colour: colourOf(minutes), percent: percentOf(minutes), minutes: Math.ceil(minutes) }
}

function colourOf(minutes: number): TimeLeft['colour'] {
  if (minutes > 60) return 'green'
  return minutes > 30 ? 'orange' : 'red'
}

function percentOf(minutes: number): number {
  return Math.min(100, Math.round((minutes / 60) * 100))
}

type SearchedInstant = { title: string; shortDescription: string; longDescription: string; zipCode: string }

/** True when the title, a description or the zip holds what is typed, case and accents ignored. */
export function instantMatches(instant: SearchedInstant, typed: string): boolean {
  const query = foldText(typed.trim())
  const { title, shortDescription, longDescription, zipCode } = instant
  return [title, shortDescription, longDescription, zipCode].some((text) => foldText(text).includes(query))
}
