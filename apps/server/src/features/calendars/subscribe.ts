import { createHash } from 'node:crypto'
import { calendarCategories, calendarText, type LeftOutReason, leftOutReasons } from '@parvis/domain/calendars/calendar'
import type { CalendarAnswer } from '@parvis/domain/calendars/calendars.contract'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Config } from '../../config.ts'
import { readNow, toInstant } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit, type Limit } from '../../http/limits.ts'
import { enqueue } from '../../jobs/job.ts'
import { openText, sealText } from '../../sealed-text.ts'
import { lockCompany } from '../company/index.ts'
import {
  type CalendarRow,
  findCalendar,
  isDraftReason,
  isOwnDomain,
  listCalendarEvents,
  saveCalendar,
  subscribe,
  unsubscribe,
} from './calendars.queries.ts'
import { instantsById } from './imported.ts'
import { releaseDrafts } from './write-imported.ts'

export const jobName = 'read-calendar'
const purpose = 'calendar'
const perHour: Limit = { name: 'calendar-read', max: 6, seconds: 3_600 }

type Written = { url?: string | undefined; categoryId?: string | undefined; publish?: boolean | undefined }

/**
 * Follows a calendar; the same call again changes nothing. Refusals: 400 VALIDATION (url, categoryId), 409 CALENDAR_UNREAD when
 * `publish` comes before the first reading of that address, 429 beyond six addresses an hour, 503 while no calendar is read.
 */
export async function subscribeToCalendar(
  deps: Dependencies,
  companyId: string,
  { url: written = '', categoryId: typed = '', publish }: Written,
): Promise<CalendarAnswer> {
  const { db, config } = deps
  if (!config.calendars) throw refusal('request.upstream_unavailable')
  const { url, errors } = await readAddress(deps, written)
  const categoryId = Number(typed)
  const isOffered = calendarCategories.some(({ id }) => id === categoryId)
  refuseFields({ ...errors, ...(!isOffered && { categoryId: 'form_data_error' }) })
  const { href = '', host = '' } = url ?? {}
  return await transaction(db, async (tx) => {
    const { now } = await lockCompany(tx, companyId)
    const former = await findCalendar(tx, companyId)
    const isSame = former !== undefined && openUrl(config, former.url) === href
    if (publish && !(isSame && former.state !== 'waiting' && (await hasBeenRead(tx, former))))
      throw refusal('calendars.unread')
    if (isSame) await saveCalendar(tx, companyId, { category_id: categoryId, publish: publish ?? former.publish })
    else {
      // Each new address is read at once: two in turn would call the host of a stranger without end.
      await countAgainstLimit(tx, config, perHour, `address:${companyId}`)
      const sealed = sealText(config.secretKey, purpose, href)
      await subscribe(tx, { company_id: companyId, url: sealed, host: digestOf(host), category_id: categoryId })
      await askJob(tx, companyId, digestOf(host))
    }
    if (publish) await releaseDrafts(tx, companyId, now)
    await notifyCompany(tx, companyId)
    return await readFollowedCalendar(tx, config, companyId)
  })
}

async function readAddress(deps: Dependencies, written: string) {
  const url = deps.gateways.outgoing.judge(written)
  const isOwn = await isOurs(deps, written)
  if (url && !isOwn) return { url, errors: {} }
  return { url, errors: { url: isOwn ? 'calendar_own_error' : 'calendar_address_error' } }
}

/** One that fails was read when it gave something before. */
async function hasBeenRead(tx: Transaction, { state, company_id }: CalendarRow): Promise<boolean> {
  return (
    state === 'read' ||
    state === 'shrunk' ||
    (state === 'failing' && (await listCalendarEvents(tx, company_id)).length > 0)
  )
}

/** Follows it no more; also of none. Its events stay, as if written by hand. */
export async function unsubscribeFromCalendar({ db }: Dependencies, companyId: string): Promise<CalendarAnswer> {
  return await transaction(db, async (tx) => {
    await lockCompany(tx, companyId)
    await unsubscribe(tx, companyId)
    await notifyCompany(tx, companyId)
    return { calendar: null }
  })
}

/** Asks for a reading; refusals: 404 without a calendar, 429 beyond six an hour. */
export async function askReading(deps: Dependencies, companyId: string, accept = false): Promise<CalendarAnswer> {
  const { db, config } = deps
  if (!(await findCalendar(db, companyId))) throw refusal('request.not_found')
  await countAgainstLimit(db, config, perHour, companyId)
  return await transaction(db, async (tx) => {
    await lockCompany(tx, companyId)
    const calendar = await findCalendar(tx, companyId)
    if (!calendar) throw refusal('request.not_found')
    if (accept) await saveCalendar(tx, companyId, { accept })
    await askJob(tx, companyId, calendar.host)
    return await readFollowedCalendar(tx, config, companyId)
  })
}

/** One reading at a time of each host, and one that waits of each calendar. */
export const askJob = (tx: Transaction, companyId: string, host: string): Promise<void> =>
  enqueue(tx, jobName, { companyId }, { queue: `calendar:${host}`, key: `calendar:${companyId}` })

const digestOf = (host: string): string => createHash('sha256').update(host).digest('hex').slice(0, 16)

export const openUrl = ({ secretKey }: Config, url: Buffer): string => openText(secretKey, purpose, url)

/** The hosts whose calendars are ours. */
export function ourHosts({ publicUrl, residentUrl, mediaOrigin, links }: Config): string[] {
  const own = [publicUrl, mediaOrigin, ...(residentUrl ? [residentUrl] : [])].map((url) => new URL(url).hostname)
  return [...own, links.webDomain]
}

async function isOurs({ db, config, gateways }: Dependencies, written: string): Promise<boolean> {
  const url = URL.parse(written.trim().replace(/^webcals?:/i, 'https:'))
  if (!url || gateways.outgoing.judge(written)?.protocol === 'http:') return false
  const host = url.hostname.replace(/\.$/, '')
  const named = ourHosts(config).filter((own) => /[a-z]/.test(own) && own !== 'localhost')
  return named.some((own) => host === own || host.endsWith(`.${own}`)) || (await isOwnDomain(db, host))
}

/** The calendar that a business follows, as its team reads it. */
export async function readFollowedCalendar(db: Db, config: Config, companyId: string): Promise<CalendarAnswer> {
  const calendar = await findCalendar(db, companyId)
  if (!calendar) return { calendar: null }
  const rows = await listCalendarEvents(db, companyId)
  const now = await readNow(db)
  const instants = await instantsById(db, companyId)
  const coming = rows.flatMap(({ instant_id, absent }) => {
    const instant = instants.get(instant_id ?? 0)
    const isComing = instant?.times.some(([, , endsAt]) => endsAt && Date.parse(endsAt) > now.epochMilliseconds)
    return instant && isComing && instant.event_state !== 'cancelled' ? [{ ...instant, absent }] : []
  })
  const drafts = coming.filter(({ publication }) => publication !== 'published').length
  const { state, reason } = calendar
  const readAt = calendar.read_at && toInstant(calendar.read_at)
  const nextAt = toInstant(calendar.next_at)
  const gone = coming.filter(({ absent }) => absent > 0).length
  return {
    calendar: {
      url: openUrl(config, calendar.url),
      categoryId: calendar.category_id,
      publish: calendar.publish,
      state,
      reason,
      text: calendarText({ state, reason, now, readAt, nextAt, events: coming.length, gone }),
      readAt: readAt && writeParisIso(readAt),
      nextAt: writeParisIso(nextAt),
      events: coming.length,
      drafts,
      published: coming.length - drafts,
      leftOut: rows.flatMap(({ written, why, title, start }) =>
        !written && why && !isDraftReason(why)
          ? [{ title, start: start && writeParisIso(start), why: leftOutReasons[why satisfies LeftOutReason] }]
          : [],
      ),
    },
  }
}
