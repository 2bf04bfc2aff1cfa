import { hoursOfDay } from '@parvis/domain/hours/opening.fr'
import { frenchDay } from '@parvis/domain/kernel/french-date'
import { dayNumberOf } from '@parvis/domain/kernel/paris-days'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import type { SheetContent } from '@parvis/domain/site/page'
import { longDay } from '@parvis/domain/site/when.fr'
import { ofTown } from '@parvis/domain/towns/slug'
import qrcode from 'qrcode-generator'
import { type Town, townOfCode } from '../towns/index.ts'
import { businessPath, residentHome } from './addresses.ts'
import type { SiteBusiness } from './businesses.queries.ts'
import { listTimesOfCompanies } from './instants.queries.ts'
import { capitalise } from './opening.ts'
import { agendaLine, type Dated, datesOf, listDated, touches } from './read-agenda.ts'
import { type PageRead, type Reading, tagOf, townTags } from './reading.ts'
import { phoneLink } from './show-business.ts'
import { gatherInstants } from './show-instants.ts'

/** One sheet for the coming seven days (W-088). */
export async function townSheet(reading: Reading, town: Town): Promise<PageRead> {
  const dated = await listDated(reading, town)
  const heading = `La semaine ${ofTown(town.name)}`
  return sheet(reading, { heading, town, path: `/${town.slug}`, dated, tags: townTags(town), contact: [] })
}

export async function businessSheet(reading: Reading, business: SiteBusiness): Promise<PageRead> {
  const { deps, now } = reading
  const instants = await gatherInstants(deps.db, await listTimesOfCompanies(deps.db, [business.id]), now)
  const contact = [
    `${business.address}, ${business.zipCode} ${business.city}`,
    ...(business.phone ? [phoneLink(business.phone).name] : []),
  ]
  return sheet(reading, {
    heading: business.name,
    town: townOfCode(business.town),
    path: businessPath(business),
    dated: datesOf(instants, now),
    tags: [tagOf(business.id)],
    contact,
    business,
  })
}

type Sheet = {
  heading: string
  town: Town | undefined
  path: string
  dated: readonly Dated[]
  tags: string[]
  contact: string[]
  business?: SiteBusiness
}

function sheet(
  { deps: { config }, now }: Reading,
  { heading, town, path, dated, tags, contact, business }: Sheet,
): PageRead {
  const today = parisDay(now)
  const plan = business?.plan.weekState === 'week' ? business.plan : undefined
  const days: SheetContent['days'] = Array.from({ length: 7 }, (_, at) => today.add({ days: at })).map((day) => ({
    day: capitalise(longDay(day)),
    hours: plan ? hoursOfDay(plan, dayNumberOf(day.toString())) : null,
    lines: dated
      .filter(({ occurrence }) => touches(occurrence, dayNumberOf(day.toString())))
      .map((one) => {
        const { time, name, place, business: by, word } = agendaLine(one, town ?? ({ name: '' } as Town))
        return {
          time,
          title: [word, name].filter(Boolean).join(' : '),
          place: [business ? '' : by, place].filter(Boolean).join(', '),
        }
      }),
  }))
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
      ...(town && { town: { href: `/${town.slug}`, name: town.name, slug: town.slug } }),
      content: {
        kind: 'sheet',
        heading,
        subheading: `Du ${longDay(today)} au ${longDay(today.add({ days: 6 }))}`,
        qr: qrSource(address),
        address,
        printedOn: frenchDay(today),
        days,
        contact,
      },
    },
    tags,
  }
}

/** A code to point a telephone at, as an image in the page. */
export function qrSource(text: string): string {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  return `data:image/svg+xml;base64,${Buffer.from(code.createSvgTag({ cellSize: 4, margin: 8 })).toString('base64')}`
}
