import { instantCategory } from '@parvis/domain/instants/categories'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { type ActivationTimeRow, findActivationTimes, type InstantRow } from './instants.queries.ts'
import { findShownInstants } from './public-instants.queries.ts'
import { answerTime } from './stored-schedule.ts'

/** Of a whole town or of one company: what was changed last comes first, and the rest is left out. */
const maxTimes = 10_000

/** What residents can see of these companies' instants, by company: no draft, paused or finished one (C-057). */
export async function listPublicInstants(db: Db, config: Config, companyIds: readonly string[]) {
  let room = maxTimes
  const shown = (await findShownInstants(db, companyIds)).filter(({ times }) => {
    room -= times
    return room >= 0
  })
  const ids = shown.map(({ id }) => id)
  const times = Map.groupBy(await findActivationTimes(db, ids), ({ instant_id }) => instant_id)
  const answers = shown.map((instant) => publicInstant(config, instant, times.get(instant.id) ?? []))
  return Map.groupBy(answers, ({ businessId }) => businessId)
}

function publicInstant(config: Config, instant: InstantRow, times: readonly ActivationTimeRow[]) {
  return {
    id: instant.id,
    businessId: instant.company_id,
    instantType: instant.kind,
    title: instant.title,
    shortDescription: instant.short_description,
    longDescription: instant.long_description,
    category: instantCategory(instant.category_id)?.slug ?? '',
    categoryId: instant.category_id,
    pictureUrl: mediaUrl(config, instant.picture),
    address: instant.address,
    city: instant.city,
    zipCode: instant.zip_code,
    latitude: instant.latitude,
    longitude: instant.longitude,
    activationTimes: times.filter(({ enabled }) => enabled).map(answerTime),
  }
}
