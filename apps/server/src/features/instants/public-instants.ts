import type { SeatPlan, Seats } from '@parvis/domain/bookings/seats'
import type { AnsweredActivationTime } from '@parvis/domain/instants/activation-time'
import { shownDate } from '@parvis/domain/instants/activation-times'
import { graver, type StateWithMessage, titleWithState } from '@parvis/domain/instants/event-state'
import type { StoredSchedule } from '@parvis/domain/instants/full-schedule'
import { nextOccurrence } from '@parvis/domain/instants/occurrences'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { listSeatPlans } from '../bookings/index.ts'
import { findShownInstants, type InstantRow } from './instants.queries.ts'
import { answeredTimes, publicTexts } from './server-instant.ts'
import { storedScheduleOf } from './stored-schedule.ts'

/** Most instants listed for a town or a company: those changed last; the rest is left out. */
const maxTimes = 10_000

/** The public instants of these companies, by company: no draft, paused or finished one. */
export async function listPublicInstants(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  companyIds: readonly string[],
  { states = false, now }: { states?: boolean | undefined; now: Temporal.Instant },
) {
  let room = maxTimes
  const shown = (await findShownInstants(db, { ids: companyIds })).filter(({ times }) => {
    room -= times.length
    return room >= 0
  })
  const plans = await listSeatPlans(
    db,
    shown.map(({ id }) => id),
  )
  const answers = shown.map((instant) => {
    const schedule = storedScheduleOf(instant)
    return publicInstant(config, instant, {
      times: answeredTimes({ instant, schedule }, now),
      states,
      ...standingOf(instant, schedule, now, plans.get(instant.id)),
    })
  })
  return Map.groupBy(answers, ({ businessId }) => businessId)
}

type Standing = { state: StateWithMessage; seats?: Seats | undefined }

/** State of the whole instant, or of the one date that is shown; with its seats where it takes bookings. */
function standingOf(
  { event_state, state_message }: InstantRow,
  { items }: StoredSchedule,
  now: Temporal.Instant,
  seats: SeatPlan | undefined,
): Standing {
  const whole = { state: event_state, message: state_message }
  const dates = items.filter((item) => item.kind === 'fixed')
  const date = seats ? nextOccurrence(items, now, { seats }) : shownDate(dates, now)
  const state = date?.state ? graver({ state: date.state, message: date.message ?? null }, whole) : whole
  return { state, ...(date && 'seats' in date && { seats: date.seats }) }
}

type Shown = Standing & { times: readonly AnsweredActivationTime[]; states: boolean }

function publicInstant(config: Config, instant: InstantRow, { times, states, state, seats }: Shown) {
  return {
    ...publicTexts(instant),
    ...(!states && { title: titleWithState(instant.title, state.state) }),
    instantType: instant.kind,
    pictureUrl: mediaUrl(config, instant.picture),
    address: instant.address,
    city: instant.city,
    zipCode: instant.zip_code,
    latitude: instant.latitude,
    longitude: instant.longitude,
    activationTimes: times.filter(({ isEnabled }) => isEnabled),
    seats: seats?.capacity ?? null,
    seatsLeft: seats?.left ?? null,
    ...(states && { state: state.state, stateMessage: state.message }),
  }
}
