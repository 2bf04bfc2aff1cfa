import { type DraftReason, minutesToNext } from '@parvis/domain/calendars/calendar'
import {
  type CalendarEvent,
  isElsewhere,
  isShrunk,
  mergeDates,
  type OwnedGroup,
  textsOfEvent,
} from '@parvis/domain/calendars/imported-event'
import { isLikeTitle } from '@parvis/domain/calendars/like'
import type { StoredSchedule } from '@parvis/domain/instants/full-schedule'
import { type CapCounts, isCreationRefused } from '@parvis/domain/instants/kind'
import type { ScheduleItem, StoredItem } from '@parvis/domain/instants/schedule'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import { toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { copyPicture, keepFile } from '../../pictures/picture-store.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import { type LockedCompany, lockCompany } from '../company/index.ts'
import {
  countInstants,
  findCompanyInstants,
  fingerprintsOf,
  insertInstant,
  ownedOf,
  removeInstant,
  saveInstant,
  storedScheduleOf,
  storeSchedule,
  type TravellingInstant,
  type WithSchedule,
} from '../instants/index.ts'
import {
  type CalendarRow,
  type EventRow,
  endReading,
  findCalendar,
  findPublisher,
  listEvents,
  removeEvents,
  saveEvent,
} from './calendars.queries.ts'

const maxUids = 200

type Instant = TravellingInstant & WithSchedule
type Imported = { row: EventRow; instant: Instant; schedule: StoredSchedule; owned: ReadonlySet<OwnedGroup> }
type Import = {
  tx: Transaction
  companyId: string
  calendar: CalendarRow
  plan: LockedCompany
  publisher: Awaited<ReturnType<typeof findPublisher>>
  counts: CapCounts
  /** The instants that were written by hand. */
  byHand: Instant[]
  pictures: string[]
}

/**
 * Writes what a reading found, in one transaction: nothing of it when the calendar became another one since it was asked. Reading the
 * same file again writes nothing (N-013).
 */
export async function importEvents(
  deps: Dependencies,
  read: CalendarRow,
  { events, etag }: { events: readonly CalendarEvent[]; etag: string | null },
): Promise<void> {
  const { company_id: companyId } = read
  const pictures = await copyPictures(deps, companyId, events)
  await transaction(deps.db, async (tx) => {
    const plan = await lockCompany(tx, companyId)
    const calendar = await findCalendar(tx, companyId)
    if (calendar?.generation !== read.generation) return
    const minutes = minutesToNext(null, 0, Math.random())
    const rows = retied(await listEvents(tx, companyId), events)
    await renameEvents(tx, rows)
    const all = new Map((await findCompanyInstants(tx, companyId)).map((instant) => [instant.id, instant]))
    const imported = new Map(rows.flatMap((row) => importedOf(row, all)))
    const known = new Map(rows.map((row) => [row.uid, row]))
    const found = new Set(events.map(({ uid }) => uid))
    const coming = [...imported.values()].filter((one) => one.row.absent < 2 && isComing(one, plan.now))
    const gone = coming.filter(({ row }) => !found.has(row.uid))
    const ended = { reason: null, failures: 0, minutes }
    if (!calendar.accept && isShrunk(coming.length, gone.length)) {
      for (const { row } of gone) await saveEvent(tx, { ...row, absent: 1 })
      return await endReading(tx, calendar, { ...ended, state: 'shrunk' })
    }
    const byHand = [...all.values()].filter(({ id }) => !rows.some(({ instant_id }) => instant_id === id))
    const publisher = await findPublisher(tx, companyId)
    const counts = await countInstants(tx, companyId)
    const work: Import = { tx, companyId, calendar, plan, publisher, counts, byHand, pictures }
    for (const one of gone) await miss(work, one)
    for (const [rank, event] of events.entries()) {
      const one = imported.get(event.uid)
      if (one) await update(work, one, event)
      else await addNew(work, event, { row: known.get(event.uid), rank })
    }
    const lost = rows.filter(({ uid, written }) => !written && !found.has(uid))
    await removeEvents(
      tx,
      companyId,
      lost.map(({ uid }) => uid),
    )
    const isSettled = gone.every(({ row }) => row.absent > 0 || calendar.accept)
    await endReading(tx, calendar, { ...ended, state: 'read', accept: false, etag: isSettled ? etag : null })
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
  })
}

/** Copies are made before the transaction, which holds the lock of the company; one that is not used is swept. */
async function copyPictures(
  deps: Dependencies,
  companyId: string,
  events: readonly CalendarEvent[],
): Promise<string[]> {
  const { profile_picture: picture } = await findPublisher(deps.db, companyId)
  const known = new Set((await listEvents(deps.db, companyId)).map(({ uid }) => uid))
  const fresh = events.filter(({ uid, dates, isCancelled }) => !known.has(uid) && !isCancelled && dates.length > 0)
  const copies: string[] = []
  for (const _ of picture ? fresh.slice(0, maxUids) : []) copies.push(await copyPicture(deps, picture ?? ''))
  return copies.filter(Boolean)
}

/** A new UID with the title and first start of one that left is that event: Office 365 gives new ones (N-016). */
function retied(rows: readonly EventRow[], events: readonly CalendarEvent[]): (EventRow & { formerUid?: string })[] {
  const uids = new Set(rows.map(({ uid }) => uid))
  const fresh = events.filter(({ uid }) => !uids.has(uid))
  const found = new Set(events.map(({ uid }) => uid))
  return rows.map((row) => {
    if (found.has(row.uid) || !row.written) return row
    const at = fresh.findIndex(
      ({ title, firstStart }) => title === row.title && firstStart === row.first_start.getTime(),
    )
    const [same] = at < 0 ? [] : fresh.splice(at, 1)
    return same ? { ...row, uid: same.uid, formerUid: row.uid } : row
  })
}

async function renameEvents(tx: Transaction, rows: readonly (EventRow & { formerUid?: string })[]): Promise<void> {
  for (const row of rows) {
    if (row.formerUid === undefined) continue
    await removeEvents(tx, row.company_id, [row.formerUid])
    delete row.formerUid
    await saveEvent(tx, row)
  }
}

function importedOf(row: EventRow, all: ReadonlyMap<number, Instant>): [string, Imported][] {
  const instant = all.get(row.instant_id ?? 0)
  if (!instant || !row.written) return []
  const schedule = storedScheduleOf(instant)
  return [[row.uid, { row, instant, schedule, owned: ownedOf(row.written, instant, schedule.items) }]]
}

const isComing = ({ schedule }: Imported, now: Temporal.Instant): boolean =>
  schedule.items.some((item) => item.kind === 'fixed' && Temporal.Instant.compare(item.end, now) > 0)

/** Gone in two readings in a row, or once with its owner's word: as cancelled (N-018). */
async function miss(work: Import, one: Imported): Promise<void> {
  const absent = work.calendar.accept ? 2 : one.row.absent + 1
  if (absent >= 2) return await withdraw(work, one)
  await saveEvent(work.tx, { ...one.row, absent })
}

/** Published: cancelled, in words (H-114); an untouched draft is deleted, and what a hand touched stays. */
async function withdraw({ tx, companyId, plan }: Import, { row, instant, schedule, owned }: Imported): Promise<void> {
  const { id, publication } = instant
  if (publication === 'draft' && owned.size === 0) {
    await removeInstant(tx, id)
    await dropFile(tx, instant.picture)
    await removeEvents(tx, companyId, [row.uid])
    return await notifyLive(tx, { topic: 'instant', id }, [`company:${companyId}`])
  }
  if (owned.has('state') || instant.event_state === 'cancelled') {
    if (row.absent !== 2) await saveEvent(tx, { ...row, absent: 2 })
    return
  }
  const state = { event_state: 'cancelled' as const, state_message: null }
  await saveInstant(tx, id, {
    ...state,
    state_at: toDate(plan.now),
    sequence: instant.sequence + 1,
    notification_at: null,
  })
  const written = writtenAfter(row, { ...instant, ...state }, schedule.items, owned)
  await saveEvent(tx, { ...row, absent: 2, written })
  await notifyLive(tx, { topic: 'instant', id }, [`company:${companyId}`])
}

/** The fingerprints of what is stored now; a group of a hand keeps its own, which differs. */
function writtenAfter(row: EventRow, instant: Instant, items: readonly StoredItem[], owned: ReadonlySet<OwnedGroup>) {
  const now = fingerprintsOf(instant, items)
  for (const group of owned) now[group] = row.written?.[group] ?? ''
  return now
}

const makeInstant = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds)

function columnsOf({ publisher }: Import, event: CalendarEvent) {
  const hasPlace = event.location.length >= 5
  const { address, city, zip_code, latitude, longitude } = publisher
  return {
    texts: textsOfEvent(event, publisher.name),
    place: hasPlace
      ? { address: event.location, city, zip_code, latitude: null, longitude: null }
      : { address, city, zip_code, latitude, longitude },
  }
}

async function update(work: Import, one: Imported, event: CalendarEvent): Promise<void> {
  if (event.isCancelled) return isComing(one, work.plan.now) ? await withdraw(work, one) : undefined
  const { tx, plan, calendar, companyId } = work
  const { row, instant, schedule, owned } = one
  const isReleased = calendar.publish && !row.released && row.why === null && owned.size === 0
  const isPublishing = isReleased && instant.publication === 'draft' && instant.picture !== '' && !plan.suspendedAt
  const publication = isPublishing ? ('published' as const) : instant.publication
  const items = itemsAfter(one, event, plan.now, publication === 'published')
  if (items.length === 0 && !owned.has('dates') && instant.publication === 'draft') return await withdraw(work, one)
  const { texts, place } = columnsOf(work, event)
  const isBack = row.absent === 2 && !owned.has('state') && instant.event_state === 'cancelled'
  const changes = {
    ...(!owned.has('texts') && changed(instant, texts)),
    ...(!owned.has('place') && (place.address !== instant.address || place.city !== instant.city) && place),
    ...(isBack && { event_state: 'planned' as const, state_message: null, state_at: toDate(plan.now) }),
  }
  const isMoved = textOfItems(items) !== textOfItems(schedule.items)
  let after: { instant: Instant; items: readonly StoredItem[] } = { instant, items: schedule.items }
  if (isMoved || isPublishing || Object.keys(changes).length > 0) {
    const saved = await saveInstant(tx, instant.id, {
      ...changes,
      ...(isPublishing && { publication, is_enabled: true, publish_at: null }),
      ...((isMoved || isBack) && { sequence: instant.sequence + 1 }),
    })
    after = { instant: { ...instant, ...saved }, items: schedule.items }
    if (isMoved || isPublishing) {
      const stored = await storeSchedule(tx, { instant: saved, standing: schedule }, { kind: 'dates', items })
      after.items = stored.items
    }
    await notifyLive(tx, { topic: 'instant', id: instant.id }, [`company:${companyId}`])
  }
  await saveEvent(tx, {
    ...row,
    written: writtenAfter(row, after.instant, after.items, owned),
    released: row.released || isPublishing || instant.publication === 'published',
    title: event.title,
    first_start: new Date(event.firstStart),
    absent: 0,
  })
}

function changed(instant: Instant, texts: ReturnType<typeof textsOfEvent>) {
  return Object.entries(texts).some(([key, text]) => instant[key as keyof typeof texts] !== text) ? texts : {}
}

/** A hand's dates stay; of those, one that the calendar takes out is cancelled all the same (N-017). */
function itemsAfter(
  { schedule, owned }: Imported,
  event: CalendarEvent,
  now: Temporal.Instant,
  isPublished: boolean,
): readonly ScheduleItem[] {
  const states = !owned.has('state')
  if (!owned.has('dates')) {
    if (event.dates.length === 0 && event.excluded.length === 0) return schedule.items
    const asked = { now: now.epochMilliseconds, isPublished, states, make: makeInstant }
    return mergeDates(schedule.items, event, asked)
  }
  const out = new Set(states && isPublished ? event.excluded : [])
  return schedule.items.map((item) =>
    item.kind === 'fixed' && out.has(item.start.epochMilliseconds) && item.end.epochMilliseconds > now.epochMilliseconds
      ? { ...item, state: 'cancelled' as const, message: null }
      : item,
  )
}

const textOfItems = (items: readonly ScheduleItem[]): string =>
  items
    .map((item) =>
      item.kind === 'fixed'
        ? `${item.start.epochMilliseconds} ${item.end.epochMilliseconds} ${item.state ?? 'planned'}`
        : '',
    )
    .sort()
    .join('\n')

type Place = { row: EventRow | undefined; rank: number }

async function addNew(work: Import, event: CalendarEvent, { row, rank }: Place): Promise<void> {
  const { tx, companyId, plan, counts, calendar } = work
  const isDeleted = row?.written !== null && row !== undefined
  if (isDeleted || event.isCancelled || event.dates.length === 0) return
  const isFull = rank >= maxUids || isCreationRefused(plan.limits.allowedInstant, { ...counts, drafts: 0 }, 'event')
  const leftOut = event.leftOut ?? (isFull ? 'plan' : null)
  const common = {
    company_id: companyId,
    uid: event.uid,
    title: event.title,
    first_start: new Date(event.firstStart),
    start: new Date(event.dates[0]?.start ?? event.firstStart),
    like_id: null,
    absent: 0,
  }
  if (leftOut) {
    const isPast = event.dates.every(({ end }) => end <= plan.now.epochMilliseconds)
    if (!isPast || leftOut === 'rule')
      await saveEvent(tx, { ...common, instant_id: null, written: null, released: false, why: leftOut })
    return
  }
  const { why, like } = draftReason(work, event)
  const picture = work.pictures.pop() ?? ''
  const isPublished = calendar.publish && why === null && picture !== '' && !plan.suspendedAt
  const { texts, place } = columnsOf(work, event)
  const instant = await insertInstant(tx, {
    company_id: companyId,
    ...texts,
    ...place,
    category_id: calendar.category_id,
    kind: 'event',
    is_draft: false,
    is_enabled: isPublished,
    picture,
    notification_at: null,
    schedule_kind: 'dates',
    publication: isPublished ? 'published' : 'draft',
  })
  if (picture) await keepFile(tx, picture, `company:${companyId}`)
  const items = mergeDates([], event, { now: 0, isPublished, states: true, make: makeInstant })
  const stored = await storeSchedule(tx, { instant, standing: none }, { kind: 'dates', items })
  counts.event += 1
  counts.all += 1
  const written = fingerprintsOf(instant, stored.items)
  await saveEvent(tx, { ...common, instant_id: instant.id, written, released: isPublished, why, like_id: like })
  await notifyLive(tx, { topic: 'instant', id: instant.id }, [`company:${companyId}`])
}

const none: StoredSchedule = { kind: null, items: [], link: undefined, days: new Map() }

/** What keeps an imported instant a draft, whatever its owner chose (N-012). */
function draftReason(
  { publisher, byHand }: Import,
  event: CalendarEvent,
): { why: DraftReason | null; like: number | null } {
  if (isElsewhere(event.location, publisher.zip_code)) return { why: 'elsewhere', like: null }
  const days = new Set(event.dates.map(({ start }) => parisDay(makeInstant(start)).toString()))
  const like = byHand.find(
    ({ title, times }) =>
      isLikeTitle(title, event.title) &&
      times.some(([, startsAt]) => startsAt && days.has(parisDay(makeInstant(Date.parse(startsAt))).toString())),
  )
  return like ? { why: 'like', like: like.id } : { why: null, like: null }
}

/** The owner's word: publishes at once every draft of the calendar that no hand touched (N-011). */
export async function releaseDrafts(tx: Transaction, companyId: string, now: Temporal.Instant): Promise<void> {
  const all = new Map((await findCompanyInstants(tx, companyId)).map((instant) => [instant.id, instant]))
  for (const row of await listEvents(tx, companyId)) {
    const [, one] = importedOf(row, all)[0] ?? []
    if (!one || row.released || row.why !== null || one.owned.size > 0 || !isComing(one, now)) continue
    const { instant, schedule } = one
    if (instant.publication !== 'draft' || instant.picture === '') continue
    const saved = await saveInstant(tx, instant.id, { publication: 'published', is_enabled: true })
    await storeSchedule(tx, { instant: saved, standing: schedule }, { kind: 'dates', items: schedule.items })
    await saveEvent(tx, { ...row, released: true })
    await notifyLive(tx, { topic: 'instant', id: instant.id }, [`company:${companyId}`])
  }
}
