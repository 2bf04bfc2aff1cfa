import { type AnsweredActivationTime, writeActivationTime } from '@parvis/domain/instants/activation-time'
import { activationTimesOf } from '@parvis/domain/instants/activation-times'
import { fallsOn, type StoredSchedule, writeDate, writeLine } from '@parvis/domain/instants/full-schedule'
import { instantCategory } from '@parvis/domain/instants/kind'
import { writeParisIso, writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { readNow, toInstant } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { inSlices } from '../../time-slices.ts'
import { answerFromCalendar } from './fingerprints.ts'
import { selectCompanyInstants, selectOwnedTravelling, type TravellingInstant } from './instants.queries.ts'
import { hoursReadWith, storedScheduleOf, type WithSchedule } from './stored-schedule.ts'

/** Time slice: instants presented before other calls are served, of a hundred times each (F8). */
const instantsPerSlice = 25

/** The instants of a company as they travel, in the order of the list. */
export async function listInstants(db: Db, config: Config, companyId: string) {
  const instants = await selectCompanyInstants(db, { companyId })
  const slices = inSlices()
  const answered: ServerInstant[] = []
  let now: Temporal.Instant | undefined
  for (const [at, instant] of instants.entries()) {
    if (hasDates(instant)) now ??= await readNow(db)
    answered.push(answerInstant(config, { instant, schedule: storedScheduleOf(instant) }, now))
    if (at % instantsPerSlice === 0 && slices.isSpent()) await slices.next()
  }
  return answered
}

/** The instant as its owner reads it; 404 for anyone else. */
export async function readOwnInstant(db: Db, config: Config, userId: number, instantId: number) {
  const [instant] = await selectOwnedTravelling(db, { userId, instantId })
  if (!instant) throw refusal('instants.not_found')
  const now = hasDates(instant) ? await readNow(db) : undefined
  return answerInstant(config, { instant, schedule: storedScheduleOf(instant) }, now)
}

/** Which of several dates is shown depends on the time. */
const hasDates = ({ schedule_kind, times }: WithSchedule): boolean => schedule_kind === 'dates' && times.length > 1

/** The activation times of an instant, as the calls of the customer's documents answer them. */
export function answeredTimes(
  {
    instant,
    schedule,
  }: Pick<Shown, 'schedule'> & { instant: WithSchedule & Pick<TravellingInstant, 'id' | 'publication'> },
  now: Temporal.Instant | undefined,
): AnsweredActivationTime[] {
  const isPublished = instant.publication === 'published'
  const seen = { instantId: instant.id, isPublished, now, hours: hoursReadWith(instant) }
  return activationTimesOf(schedule, seen).map(writeActivationTime)
}

type ServerInstant = ReturnType<typeof answerInstant>
type Shown = { instant: TravellingInstant & WithSchedule; schedule: StoredSchedule }

/** What an instant says, to its owner and to residents. */
export const publicTexts = (instant: TravellingInstant) => ({
  id: instant.id,
  businessId: instant.company_id,
  title: instant.title,
  shortDescription: instant.short_description,
  longDescription: instant.long_description,
  category: instantCategory(instant.category_id)?.slug ?? '',
  categoryId: instant.category_id,
})

/** An instant as it travels. `now` is needed of several dates only. */
export function answerInstant(config: Config, { instant, schedule }: Shown, now?: Temporal.Instant) {
  const { latitude, longitude } = instant
  return {
    instantInformation: {
      ...publicTexts(instant),
      picture: instant.picture || null,
      pictureUrl: instant.picture ? mediaUrl(config, instant.picture) : null,
    },
    address: {
      address: instant.address,
      city: instant.city,
      zipCode: instant.zip_code,
      coordinates: { latitude, longitude },
    },
    instantActivationTimes: answeredTimes({ instant, schedule }, now),
    ...notificationOf(instant),
    status: instant.is_enabled,
    lastModificationDate: writeParisIso(instant.modified_at),
    version: instant.version,
    sequence: instant.sequence,
    publication: {
      state: instant.is_draft ? ('draft' as const) : instant.publication,
      at: instant.publish_at && writeParisIso(instant.publish_at),
      notify: instant.notify_on_publish,
    },
    eventState: {
      state: instant.event_state,
      message: instant.state_message,
      since: instant.state_at && writeParisIso(instant.state_at),
    },
    followsHours: schedule.kind === 'hours',
    pausesWhenClosed: instant.pauses_when_closed,
    schedule: answerSchedule(schedule),
    fromCalendar: answerFromCalendar(instant, schedule.items),
  }
}

/** A date to come is not sent yet; without one, the last sending shows, with the date it had been set for. */
function notificationOf({ notification_at, notified_at, notified_date }: TravellingInstant) {
  const date = notification_at ?? notified_date
  return {
    notificationSent: notification_at === null && notified_at !== null,
    notificationDate: date && writeParisMinute(toInstant(date)),
    lastNotificationDate: notified_at && writeParisIso(notified_at),
  }
}

/** Body and answer of the schedule call. */
function answerSchedule({ kind, items, days }: StoredSchedule) {
  if (!kind) return null
  const states = [...days].map(([day, state]) => ({ day, ...state }))
  return {
    kind,
    dates: items.flatMap((item) => (item.kind === 'fixed' ? [writeDate(item)] : [])),
    weekly: items.flatMap((item) =>
      item.kind === 'recurrent'
        ? [{ ...writeLine(item), occurrences: states.filter(({ day }) => fallsOn(item, day)) }]
        : [],
    ),
  }
}
