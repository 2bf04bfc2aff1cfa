import { type AnsweredActivationTime, writeActivationTime } from '@parvis/domain/instants/activation-time'
import { shownDate } from '@parvis/domain/instants/full-schedule'
import { instantCategory } from '@parvis/domain/instants/kind'
import { parisDayOf } from '@parvis/domain/kernel/paris-days'
import { writeParisIso, writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { readNow, toInstant } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { inSlices } from '../../time-slices.ts'
import { answerSchedule, findSchedules, type StandingSchedule } from './full-schedules.ts'
import {
  type ActivationTimeRow,
  findActivationTimes,
  findCompanyInstants,
  type InstantRow,
  selectOwnedTravelling,
  type TravellingInstant,
  timesReadWith,
} from './instants.queries.ts'
import { answerTime } from './stored-schedule.ts'

/** Time slice: instants presented before other calls are served, of a hundred times each (F8). */
const instantsPerSlice = 25

/** The instants of a company as they travel, in the order of the list (AMB-79). */
export async function listInstants(db: Db, config: Config, companyId: string) {
  const instants = await findCompanyInstants(db, companyId)
  const slices = inSlices()
  const answered: ServerInstant[] = []
  for (let first = 0; first < instants.length; first += instantsPerSlice) {
    const some = instants.slice(first, first + instantsPerSlice)
    answered.push(...(await answerInstants(db, config, some, some.flatMap(timesReadWith))))
    if (slices.isSpent()) await slices.next()
  }
  return answered
}

/** The instant as its owner reads it; 404 for anyone else. */
export async function readOwnInstant(db: Db, config: Config, userId: number, instantId: number) {
  const [instant] = await selectOwnedTravelling(db, { userId, instantId })
  if (!instant) throw refusal('instants.not_found')
  const [answer] = await answerInstants(db, config, [instant], timesReadWith(instant))
  return answer as ServerInstant
}

/** One instant as it travels, its times as they stand now. */
export async function answerInstant(db: Db, config: Config, instant: InstantRow) {
  const [answer] = await answerInstants(db, config, [instant], await findActivationTimes(db, [instant.id]))
  return answer as ServerInstant
}

async function answerInstants(
  db: Db,
  config: Config,
  instants: readonly TravellingInstant[],
  rows: readonly ActivationTimeRow[],
) {
  const times = Map.groupBy(rows, ({ instant_id }) => instant_id)
  const standing = await findSchedules(db, instants, rows)
  const now = [...standing.values()].some(({ kind }) => kind === 'dates') ? await readNow(db) : undefined
  return instants.map((instant) => {
    const schedule = standing.get(instant.id) ?? none
    return serverInstant(config, instant, {
      times: shownTimes(times.get(instant.id) ?? [], schedule, instant, now),
      schedule,
    })
  })
}

const none: StandingSchedule = { kind: null, items: [], link: undefined, days: new Map() }

/** Of several dates old clients see one: the row projected by the last save (TO-10). */
export function shownTimes(
  rows: readonly ActivationTimeRow[],
  { kind, items }: Pick<StandingSchedule, 'kind' | 'items'>,
  instant: Pick<InstantRow, 'publication'>,
  now: Temporal.Instant | undefined,
): AnsweredActivationTime[] {
  const dates = items.filter((item) => item.kind === 'fixed')
  const date = kind === 'dates' && now ? shownDate(dates, now) : undefined
  // The items of the seeds are these rows, in their order.
  if (!date) return rows.map((row, index) => answerTime(row, kind === null ? items[index] : undefined))
  const enabled = instant.publication === 'published' && date.enabled
  return [writeActivationTime({ ...date, enabled }, parisDayOf('2000-01-01'))]
}

type ServerInstant = ReturnType<typeof serverInstant>
type Shown = { times: AnsweredActivationTime[]; schedule: StandingSchedule }

function serverInstant(config: Config, instant: TravellingInstant, { times, schedule }: Shown) {
  const { latitude, longitude } = instant
  return {
    instantInformation: {
      id: instant.id,
      businessId: instant.company_id,
      title: instant.title,
      shortDescription: instant.short_description,
      longDescription: instant.long_description,
      category: instantCategory(instant.category_id)?.slug ?? '',
      categoryId: instant.category_id,
      picture: instant.picture || null,
      pictureUrl: instant.picture ? mediaUrl(config, instant.picture) : null,
    },
    address: {
      address: instant.address,
      city: instant.city,
      zipCode: instant.zip_code,
      coordinates: { latitude, longitude },
    },
    instantActivationTimes: times,
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
  }
}

/** A date to come is not sent yet; without one, the last sending shows, with the date it had been set for (AMB-83). */
function notificationOf({ notification_at, notified_at, notified_date }: TravellingInstant) {
  const date = notification_at ?? notified_date
  return {
    notificationSent: notification_at === null && notified_at !== null,
    notificationDate: date && writeParisMinute(toInstant(date)),
    lastNotificationDate: notified_at && writeParisIso(notified_at),
  }
}
