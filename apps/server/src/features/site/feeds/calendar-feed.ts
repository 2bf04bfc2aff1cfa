import { standingText } from '@parvis/domain/bookings/booking-texts.fr'
import { titleWithState } from '@parvis/domain/instants/event-state'
import { instantCategoryOf } from '@parvis/domain/instants/kind'
import type { Occurrence } from '@parvis/domain/instants/occurrences'
import { slicedInTime } from '../../../time-slices.ts'
import { instantUrl, residentHome } from '../addresses.ts'
import { caching, type SiteAnswer } from '../hosts/page-answer.ts'
import { type Reading, tagOf } from '../pages/reading.ts'
import { categoryOfInstant, type SiteInstant } from '../pages/show-instants.ts'
import { pictureOf, square } from '../pictures.ts'
import { calendarEvents, type IcalEvent } from './calendar-events.ts'
import { type FeedOf, instantsOfFeed, lastOf, maxEvents, nameOf, newest, textsOf } from './feed-subject.ts'
import { type IcalLine, icalText, parisZone, utcStamp, writeIcal } from './ical-text.ts'

/** `agenda.ics`: one event per date, a weekly line as one event with its rule, names that nothing changes. */
export async function calendarFeed(reading: Reading, of: FeedOf): Promise<SiteAnswer> {
  const { deps, now, address } = reading
  const category = instantCategoryOf(address.query.get('categorie') ?? '')
  const instants = await instantsOfFeed(reading, of, category?.id)
  const textOf = await textsOf(reading, instants)
  const { name, path, tags } = nameOf(of)
  const url = `${residentHome(deps.config)}${path}`
  const file = 'instant' in of ? `${url}.ics` : `${url}/agenda.ics`
  const head: IcalLine[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Parvis//Agenda//FR'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['NAME', icalText(name)],
    ['X-WR-CALNAME', icalText(name)],
    ['SOURCE;VALUE=URI', file],
    ['URL', url],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT4H'],
    ['X-PUBLISHED-TTL', 'PT4H'],
    ...parisZone,
  ]
  return {
    status: 200,
    type: 'text/calendar; charset=utf-8',
    body: async function* () {
      yield writeIcal(head)
      let left = maxEvents
      for await (const instant of slicedInTime(instants)) {
        const events = calendarEvents(instant, now, lastOf(of, now)).slice(0, left)
        left -= events.length
        yield writeEvents(reading, instant, { events, text: textOf(instant) })
      }
      yield writeIcal([['END', 'VCALENDAR']])
    },
    cache: caching.feed,
    lastModified: newest(instants, now),
    tags: [...tags, ...instants.map(({ companyId }) => tagOf(companyId))],
  }
}

type Written = { events: readonly IcalEvent[]; text: string }

function writeEvents({ deps: { config } }: Reading, instant: SiteInstant, { events, text }: Written): string {
  const url = instantUrl(config, instant, instant)
  const { host } = new URL(residentHome(config))
  const words = [instant.shortDescription, text].filter(Boolean).join('\n\n')
  const place = [instant.address, `${instant.zipCode} ${instant.city}`.trim()].filter(Boolean).join(', ')
  const picture = pictureOf(config.mediaOrigin, instant.picture, square, '').src
  const common = writeIcal([
    ...(place ? ([['LOCATION', icalText(place)]] as const) : []),
    ...(instant.latitude !== null && instant.longitude !== null
      ? ([['GEO', `${instant.latitude};${instant.longitude}`]] as const)
      : []),
    ['CATEGORIES', icalText(categoryOfInstant(instant.categoryId).label)],
    ['URL', url],
    ['IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/jpeg', picture],
    ['END', 'VEVENT'],
  ])
  return events
    .map(({ uid, times, occurrence = {}, seats }) =>
      writeIcal([
        ['BEGIN', 'VEVENT'],
        ['UID', `instant-${instant.instantId}-${uid}@${host}`],
        // The time of the last change, not of this answer, so that an unchanged feed keeps its ETag.
        ['DTSTAMP', utcStamp(instant.modifiedAt)],
        ['LAST-MODIFIED', utcStamp(instant.modifiedAt)],
        ['SEQUENCE', String(instant.sequence)],
        ['STATUS', statusOf(occurrence)],
        ...times,
        ['SUMMARY', icalText(titleWithState(instant.title, occurrence.state ?? 'planned'))],
        [
          'DESCRIPTION',
          icalText([occurrence.message, words, seats && standingText(seats), url].filter(Boolean).join('\n\n')),
        ],
      ]),
    )
    .map((event) => event + common)
    .join('')
}

function statusOf({ state, formerStart }: Pick<Occurrence, 'state' | 'formerStart'>): string {
  if (state === 'cancelled') return 'CANCELLED'
  return state === 'postponed' && !formerStart ? 'TENTATIVE' : 'CONFIRMED'
}
