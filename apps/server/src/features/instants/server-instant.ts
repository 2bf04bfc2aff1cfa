import { instantCategory } from '@parvis/domain/instants/categories'
import { writeParisIso, writeParisMinute } from '@parvis/domain/kernel/paris-time'
import type { Config } from '../../config.ts'
import { toInstant } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import {
  type ActivationTimeRow,
  findActivationTimes,
  findCompanyInstants,
  type InstantRow,
} from './instants.queries.ts'
import { answerTime } from './stored-schedule.ts'

/** The instants of a company as they travel, in the order of the list (AMB-79). */
export async function listInstants(db: Db, config: Config, companyId: string) {
  return await answerInstants(db, config, await findCompanyInstants(db, companyId))
}

/** One instant as it travels. */
export async function answerInstant(db: Db, config: Config, instant: InstantRow) {
  return serverInstant(config, instant, await findActivationTimes(db, [instant.id]))
}

async function answerInstants(db: Db, config: Config, instants: readonly InstantRow[]) {
  const ids = instants.map(({ id }) => id)
  const times = Map.groupBy(await findActivationTimes(db, ids), ({ instant_id }) => instant_id)
  return instants.map((instant) => serverInstant(config, instant, times.get(instant.id) ?? []))
}

function serverInstant(config: Config, instant: InstantRow, times: readonly ActivationTimeRow[]) {
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
      picture: instant.picture,
      pictureUrl: mediaUrl(config, instant.picture),
    },
    address: {
      address: instant.address,
      city: instant.city,
      zipCode: instant.zip_code,
      coordinates: { latitude, longitude },
    },
    instantActivationTimes: times.map(answerTime),
    ...notificationOf(instant),
    status: instant.is_enabled,
    lastModificationDate: writeParisIso(instant.modified_at),
  }
}

/** A date to come is not sent yet; without one, the last sending shows, with the date it had been set for (AMB-83). */
function notificationOf({ notification_at, notified_at, notified_date }: InstantRow) {
  const date = notification_at ?? notified_date
  return {
    notificationSent: notification_at === null && notified_at !== null,
    notificationDate: date && writeParisMinute(toInstant(date)),
    lastNotificationDate: notified_at && writeParisIso(notified_at),
  }
}
