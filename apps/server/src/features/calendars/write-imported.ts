import { type CalendarEvent, mergeDates } from '@parvis/domain/calendars/imported-event'
import { isCreationRefused } from '@parvis/domain/instants/kind'
import type { ScheduleItem } from '@parvis/domain/instants/schedule'
import type { Temporal } from 'temporal-polyfill'
import { momentAt, toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import {
  fingerprintsOf,
  insertInstant,
  removeInstant,
  saveInstant,
  settleInstant,
  storeSchedule,
} from '../instants/index.ts'
import { type EventRow, listCalendarEvents, removeEvents, saveEvent } from './calendars.queries.ts'
import {
  columnsOfEvent,
  draftReason,
  type Import,
  type Imported,
  type Instant,
  importedOf,
  instantsById,
  isComing,
  itemsAfter,
  writtenAfter,
} from './imported.ts'

/** Published: cancelled, in words; an untouched draft is deleted, and what a hand touched stays. */
export async function withdraw({ tx, plan }: Import, one: Imported): Promise<void> {
  const { row, instant, schedule, owned } = one
  const { id, publication, company_id: companyId } = instant
  if (publication === 'draft' && owned.size === 0) {
    await settleInstant(tx, id, false)
    await removeInstant(tx, id)
    await removeEvents(tx, companyId, [row.uid])
    return await notifyCompany(tx, companyId, { topic: 'instant', id })
  }
  if (owned.has('state') || instant.event_state === 'cancelled') return await saveEvent(tx, { ...row, absent: 2 })
  const state = { event_state: 'cancelled' as const, state_message: null }
  const off = { state_at: toDate(plan.now), sequence: instant.sequence + 1, notification_at: null }
  await saveInstant(tx, id, { ...state, ...off })
  await settleInstant(tx, id)
  const written = writtenAfter(one, { ...instant, ...state }, schedule.items)
  await saveEvent(tx, { ...row, absent: 2, written })
  await notifyCompany(tx, companyId, { topic: 'instant', id })
}

/** What a reading says of an event that was imported before; what it understands no more stays as it was. */
export async function followEvent(work: Import, one: Imported, event: CalendarEvent): Promise<void> {
  if (event.isCancelled) return isComing(one, work.plan.now) ? await withdraw(work, one) : undefined
  if (!event.leftOut) return await updateImported(work, one, event)
  if (one.row.absent === 1) await saveEvent(work.tx, { ...one.row, absent: 0 })
}

/** Writes what changed of an event, and nothing of an equal one; the groups of a hand stay as they are. */
async function updateImported(work: Import, one: Imported, event: CalendarEvent): Promise<void> {
  const { tx, plan } = work
  const { row, instant, schedule } = one
  const isPublishing = isToPublish(work, one)
  const isPublished = isPublishing || instant.publication === 'published'
  const items = itemsAfter(one, event, { now: plan.now, isPublished })
  if (items.length === 0) return await withdraw(work, one)
  const columns = { ...changedColumns(work, one, event), ...(isPublishing && published) }
  const isMoved = textOfItems(items) !== textOfItems(schedule.items)
  const after = await write(tx, one, { columns, items: isMoved || isPublishing ? items : undefined, isMoved })
  await saveEvent(tx, {
    ...row,
    written: writtenAfter(one, after.instant, after.items),
    released: row.released || isPublished,
    title: event.title,
    first_start: new Date(event.firstStart),
    absent: 0,
  })
}

const published = { publication: 'published', is_enabled: true, publish_at: null } as const

/** Its owner's word publishes it once: what a hand took back stays a draft. */
function isToPublish({ calendar, plan }: Import, { row, instant, owned }: Imported): boolean {
  if (!calendar.publish || plan.suspendedAt) return false
  return isUntouched(row, owned) && instant.publication === 'draft' && instant.picture !== ''
}

const isUntouched = (row: EventRow, owned: ReadonlySet<string>): boolean =>
  !row.released && row.why === null && owned.size === 0

function changedColumns(work: Import, { row, instant, owned }: Imported, event: CalendarEvent) {
  const { texts, place } = columnsOfEvent(work, event)
  const isBack = row.absent === 2 && !owned.has('state') && instant.event_state === 'cancelled'
  const differs = (columns: object) =>
    Object.entries(columns).some(([key, value]) => instant[key as keyof Instant] !== value)
  const { address, city, zip_code } = place
  return {
    ...(!owned.has('texts') && differs(texts) && texts),
    ...(!owned.has('place') && differs({ address, city, zip_code }) && place),
    ...(isBack && { event_state: 'planned' as const, state_message: null, state_at: toDate(work.plan.now) }),
  }
}

type Changes = {
  columns: Partial<Instant>
  items: readonly ScheduleItem[] | undefined
  isMoved: boolean
}

async function write(tx: Transaction, { instant, schedule }: Imported, { columns, items, isMoved }: Changes) {
  if (Object.keys(columns).length === 0 && !items) return { instant, items: schedule.items }
  const isNewState = isMoved || columns.event_state !== undefined
  const saved = await saveInstant(tx, instant.id, { ...columns, ...(isNewState && { sequence: instant.sequence + 1 }) })
  const stored = items && (await storeSchedule(tx, { instant: saved, standing: schedule }, { kind: 'dates', items }))
  await settleInstant(tx, instant.id)
  await notifyCompany(tx, instant.company_id, { topic: 'instant', id: instant.id })
  return { instant: { ...instant, ...saved }, items: stored?.items ?? schedule.items }
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

/** Events of a calendar, and pictures for them. */
export const maxImported = 200

/** Makes a draft of a new event, or a published instant by its owner's word; or notes why it is left out. `rank`: by its first date. */
export async function addImported(
  work: Import,
  event: CalendarEvent,
  { row, rank }: { row: EventRow | undefined; rank: number },
): Promise<void> {
  if (row?.written || event.isCancelled || event.dates.length === 0) return
  const why = leftOutReason(work, event, rank)
  if (why === 'over') return
  const written = why
    ? { instant_id: null, written: null, released: false, why, like_id: null }
    : await createImported(work, event)
  const { uid, title, firstStart, dates } = event
  await saveEvent(work.tx, {
    ...written,
    company_id: work.companyId,
    uid,
    title,
    first_start: new Date(firstStart),
    start: new Date(dates[0]?.start ?? firstStart),
    absent: 0,
  })
}

function leftOutReason({ plan, counts }: Import, { leftOut, dates }: CalendarEvent, rank: number) {
  // Of one that is not understood, no date is known to be over.
  if (leftOut === 'rule') return leftOut
  if (dates.every(({ end }) => end <= plan.now.epochMilliseconds)) return 'over'
  const isFull = rank >= maxImported || isCreationRefused(plan.limits.allowedInstant, { ...counts, drafts: 0 }, 'event')
  return leftOut ?? (isFull ? 'plan' : null)
}

async function createImported(work: Import, event: CalendarEvent) {
  const { tx, companyId, plan, counts, calendar } = work
  const { why, like } = draftReason(work, event)
  const picture = work.pictures.pop() ?? ''
  const isPublished = calendar.publish && why === null && picture !== '' && !plan.suspendedAt
  const { texts, place } = columnsOfEvent(work, event)
  const instant = await insertInstant(tx, {
    company_id: companyId,
    ...texts,
    ...place,
    category_id: calendar.category_id,
    kind: 'event',
    is_draft: false,
    is_enabled: isPublished,
    picture,
    schedule_kind: 'dates',
    publication: isPublished ? 'published' : 'draft',
  })
  if (picture) await keepFile(tx, picture, `company:${companyId}`)
  const items = mergeDates([], event, { now: 0, isPublished, states: true, make: momentAt })
  const standing = { kind: null, items: [], link: undefined, days: new Map() }
  const stored = await storeSchedule(tx, { instant, standing }, { kind: 'dates', items })
  counts.event += 1
  counts.all += 1
  await notifyCompany(tx, companyId, { topic: 'instant', id: instant.id })
  const written = fingerprintsOf(instant, stored.items)
  return { instant_id: instant.id, written, released: isPublished, why, like_id: like }
}

/** The owner's word: publishes at once every draft of the calendar that no hand touched. */
export async function releaseDrafts(tx: Transaction, companyId: string, now: Temporal.Instant): Promise<void> {
  const all = await instantsById(tx, companyId)
  const imported = (await listCalendarEvents(tx, companyId)).flatMap((row) => importedOf(row, all))
  for (const one of imported) {
    const { row, instant, schedule, owned } = one
    const isReady = instant.publication === 'draft' && instant.picture !== '' && isComing(one, now)
    if (!isReady || !isUntouched(row, owned)) continue
    await write(tx, one, { columns: published, items: schedule.items, isMoved: false })
    await saveEvent(tx, { ...row, released: true })
  }
}
