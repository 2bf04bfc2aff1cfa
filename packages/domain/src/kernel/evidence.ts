import { cleanText } from './text.ts'

/**
 * A text of evidence: its form, then `key: value` lines in the order given, each ended by LF; `-` where there is none. A value
 * never holds a line break, so that nobody can write a line into it.
 */
export function writeEvidence(form: string, values: readonly (readonly [string, string | number | null])[]): string {
  const lines = values.map(([key, value]) => `${key}: ${value === null ? '-' : cleanText(String(value)) || '-'}`)
  return [form, ...lines, ''].join('\n')
}
