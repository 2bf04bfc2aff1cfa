import { dayTypesOf } from '@parvis/domain/company/opening-hours'
import { type FullScheduleKind, oldEnd, oldRows, shownDate } from '@parvis/domain/instants/full-schedule'
import { daysOfItem, type FixedItem, type ScheduleItem, type StoredItem } from '@parvis/domain/instants/schedule'
import type { Temporal } from 'temporal-polyfill'
import { toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { InstantRow } from './instants.queries.ts'
import {
  copyHours,
  type InstantTimeRow,
  nextTimeIds,
  type OldRow,
  replaceInstantTimes,
  replaceOldRows,
} from './schedule.queries.ts'

export type Holder = Pick<InstantRow, 'id' | 'company_id' | 'zip_code'>
/** A schedule to write: items that have no id yet are given one. */
type Written = {
  kind: FullScheduleKind
  items: readonly ScheduleItem[]
  link?: { id?: number | undefined; wanted: boolean } | undefined
  isPublished: boolean
}

/** Writes a schedule (`instant_times`) and its projection for old clients (`activation_times`); returns its items with ids. */
export async function writeSchedule(
  tx: Transaction,
  instant: Holder,
  { kind, items, link, isPublished }: Written,
  now: Temporal.Instant,
): Promise<void> {
  const common = { instant_id: instant.id, company_id: instant.company_id, zip_code: instant.zip_code }
  if (kind === 'hours') {
    const wanted = link?.wanted ?? true
    const id = link?.id ?? (await nextTimeIds(tx, 1))[0] ?? 0
    const row = { ...common, ...nothing, id, preview: false, enabled: isPublished && wanted, wanted }
    await replaceInstantTimes(tx, instant.id, [row])
    await copyHours(tx, instant.id, isPublished && wanted)
    return
  }
  const fresh = await nextTimeIds(tx, items.filter(({ id }) => id === undefined).length)
  const stored = items.map((item) => ({ ...item, id: item.id ?? fresh.shift() ?? 0 }))
  const rows = stored.map((item) => ({ ...common, ...columnsOf(item), enabled: isPublished && item.enabled }))
  await replaceInstantTimes(tx, instant.id, rows)
  await writeOldView(tx, instant, stored, { isPublished, now })
}

/** The rows of the seeds that stand for a schedule of dates or lines (TO-10, H-126). */
async function writeOldView(
  tx: Transaction,
  instant: Holder,
  items: readonly StoredItem[],
  { isPublished, now }: { isPublished: boolean; now: Temporal.Instant },
): Promise<void> {
  const common = { instant_id: instant.id, company_id: instant.company_id, zip_code: instant.zip_code }
  const date = shownDate(
    items.filter((item) => item.kind === 'fixed'),
    now,
  )
  if (date) {
    await replaceOldRows(tx, instant.id, [{ ...common, ...oldDateRow(date), enabled: isPublished && date.enabled }])
    return
  }
  const lines = items.flatMap((item) =>
    item.kind === 'recurrent' ? oldRows(item).map((row, at) => ({ row, id: at === 0 ? item.id : undefined })) : [],
  )
  const fresh = await nextTimeIds(tx, lines.filter(({ id }) => id === undefined).length)
  await replaceOldRows(
    tx,
    instant.id,
    lines.map(
      ({ row, id }): OldRow => ({
        ...common,
        id: id ?? fresh.shift() ?? 0,
        day_type: dayTypesOf(daysOfItem(row))[0] ?? 'all_days',
        starts_at: null,
        ends_at: null,
        start_minutes: row.startMinutes,
        end_minutes: row.endMinutes,
        preview: row.preview,
        enabled: isPublished && row.enabled,
      }),
    ),
  )
}

/** A date as the seeds know it: one, ending on its day. */
function oldDateRow(date: FixedItem & { id: number }) {
  return {
    id: date.id,
    day_type: 'fixed',
    starts_at: toDate(date.start),
    ends_at: toDate(oldEnd(date)),
    start_minutes: null,
    end_minutes: null,
    preview: date.preview,
    enabled: date.enabled,
  }
}

const nothing = {
  starts_at: null,
  ends_at: null,
  days: null,
  start_minutes: null,
  length_minutes: null,
  valid_from: null,
  valid_until: null,
  except_days: [] as string[],
  state: 'planned' as const,
  state_message: null,
  former_start: null,
  former_end: null,
}

function columnsOf(item: StoredItem): Omit<InstantTimeRow, 'shown_until' | 'instant_id' | 'company_id' | 'zip_code'> {
  const common = { ...nothing, id: item.id, preview: item.preview, enabled: item.enabled, wanted: item.enabled }
  if (item.kind === 'fixed')
    return {
      ...common,
      starts_at: toDate(item.start),
      ends_at: toDate(item.end),
      state: item.state ?? 'planned',
      state_message: item.message ?? null,
      former_start: item.formerStart ? toDate(item.formerStart) : null,
    }
  return {
    ...common,
    days: [...daysOfItem(item)],
    start_minutes: item.startMinutes,
    length_minutes: item.endMinutes - item.startMinutes,
    valid_from: item.from ?? null,
    valid_until: item.until ?? null,
    except_days: [...(item.except ?? [])],
  }
}
