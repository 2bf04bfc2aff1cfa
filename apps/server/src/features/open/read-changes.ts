import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { retention } from '@parvis/domain/kernel/retention'
import { openLicence } from '@parvis/domain/open/open.fr'
import type { Db } from '../../db/database.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { type ChangesOf, listChanges, type OpenChange, readHorizon } from './open.queries.ts'

export type ReadChange = Pick<OpenChange, 'id' | 'at'>
export type Removed<Id = string> = { id: Id; removed: true; updatedAt: string }
type Asked = { after?: string | undefined; size: number }

export const licenceOf = (credit: string) => ({ ...openLicence, credit })

/** Microseconds of the real clock, as answers write them. */
export const writtenMoment = (at: number): string => writeParisIso(Math.floor(at / 1000))

/**
 * One page of changes, and its items by `read`, newest form: what does not stand there any more is removed, and given to those only who
 * have read before. What has long been over is neither.
 */
export async function readChanges<T>(
  db: Db,
  of: ChangesOf,
  { after, size }: Asked,
  { since = 0, read }: { since?: number; read: (there: readonly ReadChange[]) => Promise<Map<string, T>> },
): Promise<{ items: (T | Removed)[]; after: string; more: boolean }> {
  const horizon = await readHorizon(db, retention.openMonths)
  const cursor = readCursor(of.kind, after, horizon.oldest)
  const found = await listChanges(db, of, { after: cursor, limit: size + 1 })
  const changes = found.slice(0, size)
  const items = await read(changes.filter(({ isThere, endsAt }) => isThere && (endsAt ?? since) >= since))
  const given = changes.flatMap((change): (T | Removed)[] => {
    const { id, at, isThere, isElsewhere } = change
    if (isThere) return [items.get(id) ?? []].flat() as T[]
    return cursor && !isElsewhere ? [{ id, removed: true, updatedAt: writtenMoment(at) }] : []
  })
  const more = found.length > size
  const last = changes.at(-1) ?? cursor
  return { items: given, after: writeCursor(of.kind, more && last ? last : settledCursor(last, horizon.settled)), more }
}

const dayMicroseconds = 86_400_000_000

/** Once all is read: the last change, or the beginning of today, so that a cursor of a quiet town does not grow old. */
function settledCursor(last: Cursor | undefined, settled: number): Cursor {
  const today = Math.floor(settled / dayMicroseconds) * dayMicroseconds
  return last && last.at >= today ? last : { at: today, id: '' }
}
