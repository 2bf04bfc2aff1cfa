import type { StoredSchedule } from '@parvis/domain/instants/full-schedule'
import { textLengths } from '@parvis/domain/instants/instant-form'
import type { instantsContract } from '@parvis/domain/instants/instants.contract'
import { isCreationRefused } from '@parvis/domain/instants/kind'
import type { ScheduleItem } from '@parvis/domain/instants/schedule'
import type { Body } from '@parvis/domain/kernel/contract'
import { dateOfDay, dayNumberOf } from '@parvis/domain/kernel/paris-days'
import { instantOfParis, parisOf } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { copyPicture, keepFile } from '../../pictures/picture-store.ts'
import { findSeatSettings, saveSeatSettings } from '../bookings/index.ts'
import { refuseSuspended } from '../company/index.ts'
import { findCompanyPlace, insertInstant, lockFoundInstant } from './instant-writes.queries.ts'
import { countInstants, findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { storedScheduleOf } from './stored-schedule.ts'
import { storeSchedule } from './write-instant.ts'

const furthestWeeks = 520

/**
 * A draft made from an instant, with its texts, picture, place and schedule as wanted, the dates moved by whole weeks at the
 * same wall time. It carries no state and no notification. The picture is copied on the server.
 */
export async function copyInstant(
  deps: Dependencies,
  userId: number,
  instantId: number,
  { keep, shiftWeeks }: Body<typeof instantsContract.copyInstant>,
): Promise<{ id: number }> {
  const found = await findOwnedInstant(deps.db, userId, instantId)
  const weeks = shiftWeeks ?? 0
  if (Math.abs(weeks) > furthestWeeks) refuseFields({ shiftWeeks: 'invalid' })
  const hasPicture = keep.includes('picture') && found.picture !== ''
  const picture = hasPicture ? await copyPicture(deps, found.picture) : ''

  return await transaction(deps.db, async (tx) => {
    const { instant, plan } = await lockFoundInstant(tx, found)
    refuseSuspended(deps.config, plan)
    const { allowedInstant } = plan.limits
    if (isCreationRefused(allowedInstant, await countInstants(tx, instant.company_id), instant.kind))
      throw refusal('instants.max_reached')
    const columns = { company_id: instant.company_id, kind: instant.kind, picture, category_id: instant.category_id }
    const place = keep.includes('place') ? addressOf(instant) : await findCompanyPlace(tx, instant.company_id)
    const standing = storedScheduleOf(instant)
    const kind = keep.includes('schedule') ? standing.kind : null
    const copy = await insertInstant(tx, {
      ...columns,
      ...textsOf(instant, keep.includes('texts')),
      ...place,
      publication: 'draft',
      pauses_when_closed: instant.pauses_when_closed,
      schedule_kind: kind,
      is_draft: kind === null,
    })
    if (kind) {
      const link = kind === 'hours' ? { wanted: standing.link?.wanted ?? true } : undefined
      const copied = { kind, items: itemsOf(standing, weeks), link }
      await storeSchedule(tx, { instant: copy, standing: { ...standing, days: new Map() } }, copied)
    }
    if (picture) await keepFile(tx, picture, `company:${instant.company_id}`)
    const seats = await findSeatSettings(tx, instant.id)
    if (seats.version > 0) await saveSeatSettings(tx, copy.id, { ...seats, version: 1 })
    await notifyCompany(tx, instant.company_id, { topic: 'instant', id: copy.id })
    return { id: copy.id }
  })
}

function textsOf(instant: InstantRow, isKept: boolean) {
  const { title, short_description, long_description } = instant
  if (isKept) return { title, short_description, long_description }
  return { title: `Copie de ${title}`.slice(0, textLengths.title[1]), short_description: '', long_description: '' }
}

function addressOf({ address, city, zip_code, latitude, longitude }: InstantRow) {
  return { address, city, zip_code, latitude, longitude }
}

/** Times of its own: no id, no state. */
function itemsOf({ items }: StoredSchedule, weeks: number): ScheduleItem[] {
  const days = weeks * 7
  const later = (date: string) => dateOfDay(dayNumberOf(date) + days)
  return items.map((item) => {
    if (item.kind === 'fixed') {
      const { kind, start, end, preview, enabled } = item
      return { kind, start: moved(start, days), end: moved(end, days), preview, enabled }
    }
    const { id: _, onDay: __, from, until, except, ...line } = item
    return {
      ...line,
      from: from ? later(from) : null,
      until: until ? later(until) : null,
      except: (except ?? []).map(later),
    }
  })
}

function moved(moment: Parameters<typeof parisOf>[0], days: number) {
  return instantOfParis(parisOf(moment).toPlainDateTime().add({ days }))
}
