import { standingText } from '@parvis/domain/bookings/booking-texts.fr'
import { hasWeek } from '@parvis/domain/hours/day-hours'
import { hoursOfDay } from '@parvis/domain/hours/opening.fr'
import { agendaBetween } from '@parvis/domain/instants/occurrences'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { dayNumberOf, parisDayNumber, startOfDay } from '@parvis/domain/kernel/paris-days'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { capitalise } from '@parvis/domain/kernel/text'
import type { SheetContent } from '@parvis/domain/site/page'
import { longDay } from '@parvis/domain/site/when.fr'
import { ofTown } from '@parvis/domain/towns/slug'
import qrcode from 'qrcode-generator'
import type { Temporal } from 'temporal-polyfill'
import { countDays, listDates, maxCounted } from '../../agenda/index.ts'
import { type Town, townOfCode } from '../../towns/index.ts'
import { businessPath, residentHome } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { type AddressedDate, maxTimes, withAddresses } from '../instants.queries.ts'
import { spanOf, touches } from '../pages/agenda-dates.ts'
import { agendaLine } from '../pages/read-agenda.ts'
import { linkToTown, type PageRead, type Reading, tagOf, townTags } from '../pages/reading.ts'
import { phoneLink } from '../pages/show-business.ts'
import { datesOf, instantsOf, type SiteInstant } from '../pages/show-instants.ts'

const days = 7
/** A day of a sheet holds so many; the code leads to the others. */
const perDay = 10

type SheetDay = { dated: readonly AddressedDate[]; count: number }

export async function townSheet(reading: Reading, town: Town): Promise<PageRead> {
  const { deps, now } = reading
  const { zips } = town
  const counts = await countDays(deps.db, { zips, now, days })
  const week = counts.map(async (count, at): Promise<SheetDay> => {
    const day = parisDay(now).add({ days: at })
    const [from, until] = spanOf(day, now)
    const near = await listDates(deps.db, { zips, from, now, until, most: 2 * perDay })
    const dates = near.filter(({ occurrence }) => touches(occurrence, dayNumberOf(day.toString())))
    return { dated: await withAddresses(deps.db, dates.slice(0, perDay)), count: Math.max(count, dates.length) }
  })
  const heading = `La semaine ${ofTown(town.name)}`
  const week7 = await Promise.all(week)
  return sheet(reading, { heading, town, path: `/${town.slug}`, week: week7, tags: townTags(town), contact: [] })
}

export async function businessSheet(reading: Reading, business: SiteBusiness): Promise<PageRead> {
  const { deps, now } = reading
  const instants = await instantsOf(deps.db, business, now, maxTimes)
  const contact = [
    `${business.address}, ${business.zipCode} ${business.city}`,
    ...(business.phone ? [phoneLink(business.phone).name] : []),
  ]
  return sheet(reading, {
    heading: business.name,
    town: townOfCode(business.town),
    path: businessPath(business),
    week: weekOfInstants(instants, now),
    tags: [tagOf(business.id)],
    contact,
    business,
  })
}

function weekOfInstants(instants: readonly SiteInstant[], now: Temporal.Instant): SheetDay[] {
  const first = parisDayNumber(now.epochMilliseconds)
  const end = startOfDay(first + days) - 1
  const dated = datesOf(instants, agendaBetween(now, { fixed: end, recurrent: end }))
  return Array.from({ length: days }, (_, at) => {
    const touching = dated.filter(({ occurrence }) => touches(occurrence, first + at))
    return { dated: touching.slice(0, perDay), count: touching.length }
  })
}

type Sheet = {
  heading: string
  town: Town | undefined
  path: string
  week: readonly SheetDay[]
  tags: string[]
  contact: string[]
  business?: SiteBusiness
}

function sheet(
  { deps: { config }, now }: Reading,
  { heading, town, path, week, tags, contact, business }: Sheet,
): PageRead {
  const today = parisDay(now)
  const plan = business && hasWeek(business.plan) ? business.plan : undefined
  const daysShown = week.map(({ dated, count }, at): SheetContent['days'][number] => {
    const day = today.add({ days: at })
    return {
      day: capitalise(longDay(day)),
      hours: plan ? hoursOfDay(plan, dayNumberOf(day.toString())) : null,
      lines: dated.map((one) => {
        const { time, name, place, business: by, word } = agendaLine(one, town ?? ({ name: '' } as Town))
        const { seats } = one.occurrence
        return {
          time,
          title: [seats ? '' : word, name].filter(Boolean).join(' : '),
          place: [business ? '' : by, place, seats && standingText(seats)].filter(Boolean).join(', '),
        }
      }),
      more: moreText(count - dated.length),
    }
  })
  const address = `${residentHome(config)}${path}${business ? '' : '/agenda'}`
  return {
    page: {
      title: `${heading} : la semaine à imprimer`,
      description: `La semaine sur une feuille : ${heading}`.slice(0, 160),
      canonical: `${residentHome(config)}${path}/affiche`,
      isIndexed: false,
      breadcrumb: [
        { href: path, name: heading },
        { href: `${path}/affiche`, name: 'À imprimer' },
      ],
      ...(town && { town: linkToTown(town) }),
      content: {
        kind: 'sheet',
        heading,
        subheading: `Du ${longDay(today)} au ${longDay(today.add({ days: 6 }))}`,
        qr: qrSource(address),
        address,
        printedOn: formatDay(today.toString()),
        days: daysShown,
        contact,
      },
    },
    tags,
  }
}

/** No more than a hundred are counted of a day. */
function moreText(count: number): string | null {
  if (count <= 0) return null
  const number = count >= maxCounted - perDay ? `plus de ${maxCounted - perDay - 1}` : count
  return `et ${number} autre${count > 1 ? 's' : ''} : le code mène à l’agenda entier`
}

/** A code to point a telephone at, as an image in the page. */
export function qrSource(text: string): string {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  return `data:image/svg+xml;base64,${Buffer.from(code.createSvgTag({ cellSize: 4, margin: 8 })).toString('base64')}`
}
