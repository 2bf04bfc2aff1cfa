import { minutesToNext } from '@parvis/domain/calendars/calendar'
import { type CalendarEvent, isShrunk } from '@parvis/domain/calendars/imported-event'
import { transaction } from '@parvis/postgres'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { copyPicture } from '../../pictures/picture-store.ts'
import { lockCompany } from '../company/index.ts'
import { countInstants } from '../instants/index.ts'
import {
  type CalendarRow,
  type EventRow,
  endReading,
  findCalendar,
  findPublisher,
  listCalendarEvents,
  removeEvents,
  saveEvent,
} from './calendars.queries.ts'
import { type Import, type Imported, importedOf, instantsById, isComing } from './imported.ts'
import { addImported, followEvent, maxImported, withdraw } from './write-imported.ts'

type Found = { events: readonly CalendarEvent[]; etag: string | null }

/**
 * Writes what a reading found, in one transaction: nothing of it when the calendar became another one since it was asked. Reading the
 * same file again writes nothing.
 */
export async function importEvents(deps: Dependencies, read: CalendarRow, found: Found): Promise<void> {
  const { company_id: companyId } = read
  const pictures = await copyPictures(deps, companyId, found.events)
  await transaction(deps.db, async (tx) => {
    const plan = await lockCompany(tx, companyId)
    const calendar = await findCalendar(tx, companyId)
    if (calendar?.generation !== read.generation) return
    const rows = await retie(tx, await listCalendarEvents(tx, companyId), found.events)
    const all = await instantsById(tx, companyId)
    const tied = new Set(rows.map(({ instant_id }) => instant_id))
    const work: Import = {
      tx,
      companyId,
      calendar,
      plan,
      publisher: await findPublisher(tx, companyId),
      counts: await countInstants(tx, companyId),
      byHand: [...all.values()].filter(({ id }) => !tied.has(id)),
      pictures,
    }
    const imported = rows.flatMap((row) => importedOf(row, all))
    const ended = await writeEvents(work, { ...found, rows, imported })
    const minutes = minutesToNext(null, 0, Math.random())
    await endReading(tx, calendar, { ...ended, reason: null, failures: 0, minutes })
    await notifyCompany(tx, companyId)
  })
}

type Written = Found & { rows: readonly EventRow[]; imported: readonly Imported[] }

async function writeEvents(work: Import, { events, etag, rows, imported }: Written) {
  const { tx, companyId, calendar, plan } = work
  const uids = new Set(events.map(({ uid }) => uid))
  const coming = imported.filter((one) => one.row.absent < 2 && isComing(one, plan.now))
  const gone = coming.filter(({ row }) => !uids.has(row.uid))
  if (!calendar.accept && isShrunk(coming.length, gone.length)) {
    for (const { row } of gone) await saveEvent(tx, { ...row, absent: 1 })
    return { state: 'shrunk' as const }
  }
  for (const one of gone) await missOnce(work, one)
  const byUid = new Map(imported.map((one) => [one.row.uid, one]))
  const known = new Map(rows.map((row) => [row.uid, row]))
  for (const [rank, event] of events.entries()) {
    const one = byUid.get(event.uid)
    if (one) await followEvent(work, one, event)
    else await addImported(work, event, { row: known.get(event.uid), rank })
  }
  const lost = rows.filter(({ uid, written }) => !written && !uids.has(uid))
  await removeEvents(
    tx,
    companyId,
    lost.map(({ uid }) => uid),
  )
  // The same file must be read once more to be gone twice: without its ETag.
  const isSettled = calendar.accept || gone.every(({ row }) => row.absent > 0)
  return { state: 'read' as const, accept: false, etag: isSettled ? etag : null }
}

/** Gone in two readings in a row, or once with its owner's word: as cancelled. */
async function missOnce(work: Import, one: Imported): Promise<void> {
  if (work.calendar.accept || one.row.absent > 0) await withdraw(work, one)
  else await saveEvent(work.tx, { ...one.row, absent: 1 })
}

/** Copies are made before the transaction, which holds the lock of the company; one that is not used is swept. */
async function copyPictures(
  deps: Dependencies,
  companyId: string,
  events: readonly CalendarEvent[],
): Promise<string[]> {
  const { profile_picture: picture } = await findPublisher(deps.db, companyId)
  const known = new Set((await listCalendarEvents(deps.db, companyId)).map(({ uid }) => uid))
  const fresh = events.filter((one) => !known.has(one.uid) && !one.isCancelled && !one.leftOut && one.dates.length > 0)
  const copies: string[] = []
  for (const _ of picture ? fresh.slice(0, maxImported) : []) copies.push(await copyPicture(deps, picture ?? ''))
  return copies.filter(Boolean)
}

/** A new UID with the title and first start of one that left is that event: Office 365 gives new ones. */
async function retie(
  tx: Transaction,
  rows: readonly EventRow[],
  events: readonly CalendarEvent[],
): Promise<EventRow[]> {
  const known = new Set(rows.map(({ uid }) => uid))
  const fresh = events.filter(({ uid }) => !known.has(uid))
  const found = new Set(events.map(({ uid }) => uid))
  const tied: EventRow[] = []
  for (const row of rows) {
    const at = found.has(row.uid) || !row.written ? -1 : fresh.findIndex((event) => isSameEvent(event, row))
    const [same] = at < 0 ? [] : fresh.splice(at, 1)
    tied.push(same ? { ...row, uid: same.uid } : row)
    if (!same) continue
    await removeEvents(tx, row.company_id, [row.uid])
    await saveEvent(tx, { ...row, uid: same.uid })
  }
  return tied
}

const isSameEvent = ({ title, firstStart }: CalendarEvent, row: EventRow): boolean =>
  title === row.title && firstStart === row.first_start.getTime()
