import type { ScheduleToStore, StoredSchedule } from '@parvis/domain/instants/full-schedule'
import { type InstantKind, instantCategory, instantKind, isEntryRefused } from '@parvis/domain/instants/kind'
import { decideNotification, type NotificationSituation } from '@parvis/domain/instants/notification'
import type { StoredItem } from '@parvis/domain/instants/schedule'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { unlimited } from '@parvis/domain/subscription/plans'
import { together } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { toDate, toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { type LockedCompany, refuseSuspended } from '../company/index.ts'
import { settleInstant } from './instant-dates.ts'
import { saveInstant } from './instant-writes.queries.ts'
import { countInstants, type InstantRow } from './instants.queries.ts'
import type { ParsedInstant, PreparedInstant } from './prepare-instant.ts'
import { replaceTimes } from './schedule.queries.ts'
import { columnsOf, storedScheduleOf, type WithSchedule } from './stored-schedule.ts'

/** An instant and its company, both locked. */
export type LockedInstant = { instant: InstantRow & WithSchedule; plan: LockedCompany }

/** When an instant is published; `notify_on_publish`: followers are notified then, which may be now. */
export type PlannedPublication = Pick<InstantRow, 'publication' | 'publish_at' | 'notify_on_publish'>

export const publishedNow = {
  publication: 'published',
  publish_at: null,
  notify_on_publish: false,
} as const satisfies PlannedPublication

export type InstantChanges = {
  /** The texts and the picture; absent when they stay. */
  prepared?: PreparedInstant | undefined
  /** Absent for an instant that has none and gets none. */
  schedule: ScheduleToStore | undefined
  /** Its times change, and not only what is on. */
  isMoved: boolean
  planned: PlannedPublication
  pausesWhenClosed: boolean
}

/**
 * Writes what changes of an instant with its schedule, in the caller's transaction; refuses a full kind, and what the plan or the
 * clock does not allow. Answers the instant as it is stored now.
 */
export async function writeInstant(
  tx: Transaction,
  config: Config,
  { instant, plan }: LockedInstant,
  changes: InstantChanges,
): Promise<{ instant: InstantRow & WithSchedule; schedule: StoredSchedule }> {
  const { id, company_id: companyId } = instant
  const columns = columnsToSave(config, plan, instant, changes)
  if (columns.kind !== instant.kind) await refuseFull(tx, plan, instant, columns.kind)
  const standing = storedScheduleOf(instant)
  const after = { ...instant, ...columns }
  const [saved, schedule] = await together(tx, (db) => [
    saveInstant(db, id, { ...columns, ...(changes.isMoved && { sequence: instant.sequence + 1 }) }),
    changes.schedule ? storeSchedule(db, { instant: after, standing }, changes.schedule) : standing,
    settleInstant(db, id),
    changes.prepared?.picture && keepFile(db, changes.prepared.picture, `company:${companyId}`),
  ])
  await notifyCompany(tx, companyId, { topic: 'instant', id })
  return { instant: { ...instant, ...saved }, schedule }
}

/** The tab and cap group of an instant with this schedule. */
export function kindAfter({ kind }: ScheduleToStore, categoryId: number): InstantKind {
  return instantKind(instantCategory(categoryId)?.slug ?? '', kind === 'dates')
}

async function refuseFull(
  tx: Transaction,
  plan: LockedCompany,
  { company_id, kind: before }: InstantRow,
  after: InstantKind | null,
) {
  const counts = await countInstants(tx, company_id)
  if (after && isEntryRefused(plan.limits.allowedInstant, counts, { before, after }))
    throw refusal('instants.max_reached')
}

/** What the columns to save depend on, of a new instant. */
export const unsaved = {
  kind: null,
  category_id: 0,
  picture: '',
  is_draft: true,
  publication: 'draft',
  notify_on_publish: false,
  notification_at: null,
  notified_date: null,
  notified_at: null,
} satisfies Partial<InstantRow>

type Before = Pick<InstantRow, keyof typeof unsaved>

/** Columns that change; refuses what the plan or the clock does not allow. */
export function columnsToSave(
  config: Config,
  plan: LockedCompany,
  before: Before,
  { prepared, schedule, planned, pausesWhenClosed }: Omit<InstantChanges, 'isMoved'>,
) {
  const texts = prepared ? textsToSave(config, plan, before, prepared) : {}
  if (!schedule) return { ...texts, kind: before.kind }
  const { publication, publish_at } = planned
  const after = { ...before, ...texts, publication, publish_at }
  refuseEarly(after, plan.now)
  const isPublished = publication === 'published'
  return {
    ...texts,
    ...(notifiesNow(plan, before, planned) && { notification_at: toDate(plan.now) }),
    publication,
    publish_at,
    notify_on_publish: planned.notify_on_publish && publication === 'scheduled',
    pauses_when_closed: pausesWhenClosed,
    schedule_kind: schedule.kind,
    kind: kindAfter(schedule, after.category_id),
    is_draft: false,
    is_enabled: isPublished && isSwitchedOn(schedule),
  }
}

/** Published by this very call with its notification, which the plan must allow. */
function notifiesNow({ limits }: LockedCompany, before: Before, planned: PlannedPublication): boolean {
  if (!planned.notify_on_publish || before.notify_on_publish) return false
  if (limits.allowedNotificationPerInstant !== unlimited) throw refusal('instants.notification_not_allowed')
  return planned.publication === 'published' && (before.is_draft || before.publication !== 'published')
}

/** Whether something of a schedule applies: its link to the opening hours, or one of its dates and lines. */
export const isSwitchedOn = ({ kind, items, link }: ScheduleToStore): boolean =>
  kind === 'hours' ? (link?.wanted ?? true) : items.some(({ enabled }) => enabled)

function textsToSave(config: Config, plan: LockedCompany, before: Before, { form, columns, picture }: PreparedInstant) {
  const notification = notificationToSave(form, before, plan)
  if (notification.notification_at) refuseSuspended(config, plan)
  return { ...columns, ...notification, ...(picture && { picture }) }
}

type Shown = Pick<InstantRow, 'publication' | 'publish_at' | 'notification_at' | 'picture'>

/** No publication without a picture, and no notification before it. */
function refuseEarly(
  { publication, publish_at: publishAt, notification_at: at, picture }: Shown,
  now: Temporal.Instant,
) {
  if (publication !== 'draft' && picture === '') refuseFields({ picture: 'picture_required_error' })
  if (publication === 'scheduled' && at && publishAt && at < publishAt && at > toDate(now))
    refuseFields({ notificationDate: 'notification_date_error' })
}

type Notified = Pick<InstantRow, 'notification_at' | 'notified_date' | 'notified_at'>

/** Columns of the notification to save, or a refusal. */
function notificationToSave(
  { notification }: ParsedInstant,
  instant: Notified,
  { now, limits: { allowedNotificationPerInstant: allowed } }: LockedCompany,
): { notification_at?: Date | null } {
  if (notification === 'unreadable') return {}
  const decided = decideNotification(notification, { now, allowed, ...situationOf(instant) })
  if ('fieldError' in decided) refuseFields({ notificationDate: decided.fieldError })
  if ('refusal' in decided) {
    throw refusal(decided.refusal, 'retryAfterSeconds' in decided ? { retryAfter: decided.retryAfterSeconds } : {})
  }
  if (!('decision' in decided) || decided.decision === 'keep') return {}
  return { notification_at: decided.decision === 'clear' ? null : toDate(decided.at) }
}

function situationOf({
  notification_at,
  notified_date,
  notified_at,
}: Notified): Pick<NotificationSituation, 'pending' | 'lastSent'> {
  return {
    pending: notification_at ? toInstant(notification_at) : null,
    lastSent: notified_date && notified_at ? { date: toInstant(notified_date), at: toInstant(notified_at) } : null,
  }
}

/**
 * Writes a schedule in place of the one that stands, on when the instant is published; answers it as it is stored now, new items with
 * their ids.
 */
export async function storeSchedule(
  tx: Transaction,
  { instant, standing }: { instant: Owner; standing: StoredSchedule },
  { kind, items, link }: ScheduleToStore,
): Promise<StoredSchedule> {
  const isPublished = instant.publication === 'published'
  const linked = kind === 'hours' ? [{ id: link?.id, preview: false, wanted: link?.wanted ?? true }] : []
  const rows = [...linked, ...items.map(columnsOf)].map((row) => ({ ...row, enabled: isPublished && row.wanted }))
  const ids = await replaceTimes(tx, instant, rows)
  const [first = 0] = ids
  return {
    kind,
    items: items.map((item, at): StoredItem => ({ ...item, id: ids[at] ?? 0 })),
    link: kind === 'hours' ? { id: first, wanted: link?.wanted ?? true } : undefined,
    days: standing.days,
  }
}

type Owner = Pick<InstantRow, 'id' | 'company_id' | 'zip_code' | 'publication'>
