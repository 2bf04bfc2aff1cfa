import { hash } from 'node:crypto'
import { refuseFields } from '@parvis/domain/refusals'

/** After this change: its moment in microseconds of the real clock, and the id of what changed. */
export type Cursor = { at: number; id: string }
type Kind = 'business' | 'event' | 'town'

const letters: Record<Kind, string> = { business: 'b', event: 'e', town: 't' }
const sumOf = (text: string): string => hash('sha256', text).slice(0, 8)

/** The cursor as text: its kind, moment and id, with a sum, so that one that was cut or is of another list is refused. */
export function writeCursor(kind: Kind, { at, id }: Cursor): string {
  const text = `${letters[kind]}${at.toString(36)}.${id}`
  return `${text}.${sumOf(text)}`
}

/** Refuses a malformed cursor, and one older than what is remembered. */
export function readCursor(kind: Kind, written: string | undefined, oldest = 0): Cursor | undefined {
  if (written === undefined) return undefined
  const [, text = '', letter, at = '', id = '', sum] =
    /^(([bet])([0-9a-z]{1,11})\.([\w-]{0,100}))\.([0-9a-f]{8})$/.exec(written) ?? []
  if (letter !== letters[kind] || sum !== sumOf(text)) refuseFields({ after: 'form_data_error' })
  const cursor = { at: Number.parseInt(at, 36), id }
  if (cursor.at < oldest) refuseFields({ after: 'cursor_expired' })
  return cursor
}
