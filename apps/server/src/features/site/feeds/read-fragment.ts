import { agendaBetween, lastAgendaStarts } from '@parvis/domain/instants/occurrences'
import type { Fragment } from '@parvis/domain/site/fragment'
import type { Link } from '@parvis/domain/site/shown'
import { occurrenceText } from '@parvis/domain/site/when.fr'
import { ofTown } from '@parvis/domain/towns/slug'
import { listDates } from '../../agenda/index.ts'
import { type Town, townOfCode } from '../../towns/index.ts'
import { businessUrl, canonicalOf, instantUrl, residentHome } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { caching, type SiteAnswer } from '../hosts/page-answer.ts'
import { siteBuild } from '../hosts/site-build.ts'
import { type AddressedDate, withAddresses } from '../instants.queries.ts'
import { openingOf, weekOf } from '../pages/opening.ts'
import { type Reading, tagOf, townTags } from '../pages/reading.ts'
import { datesOf, instantsOf, stateShown } from '../pages/show-instants.ts'

const maxDates = 10
/** Its nearest times: weekly ones first, then dates. */
const maxTimes = 200

/** `/{ville}/{fiche}/carte`, hours or agenda of any business that is shown; `nothing` for another view. */
export async function businessFragment(reading: Reading, business: SiteBusiness): Promise<SiteAnswer> {
  const { deps, now, address } = reading
  const view = address.query.get('vue') ?? 'horaires'
  if (view !== 'horaires' && view !== 'agenda') return await noFragment(reading)
  const page = { href: businessUrl(deps.config, business), name: business.name }
  const body =
    view === 'horaires'
      ? ({ view, state: openingOf(business.plan, now), ...weekOf(business.plan, now) } as const)
      : await agendaOf(reading, business)
  return await draw({ page, canonical: canonicalOf(deps.config, business), body }, [tagOf(business.id)])
}

/** `/{ville}/agenda/carte` */
export async function townFragment(reading: Reading, town: Town): Promise<SiteAnswer> {
  const { deps, now, address } = reading
  if ((address.query.get('vue') ?? 'agenda') !== 'agenda') return await noFragment(reading)
  const dates = await listDates(deps.db, { zips: town.zips, from: now, most: maxDates })
  const shown = (await withAddresses(deps.db, dates)).map((one) =>
    dateOf(reading, one, [one.row.companyName, one.row.address]),
  )
  const href = `${residentHome(deps.config)}/${town.slug}/agenda`
  const page: Link = { href, name: `Agenda ${ofTown(town.name)}` }
  return await draw({ page, canonical: href, body: { view: 'agenda', dates: shown } }, townTags(town))
}

/** What no page is at, or is not shown: a page that frames it says so. */
export async function noFragment({ deps: { config } }: Pick<Reading, 'deps'>): Promise<SiteAnswer> {
  const page = { href: `${residentHome(config)}/`, name: 'Parvis' }
  return {
    ...(await draw({ page, canonical: '', body: { view: 'nothing' } }, [])),
    status: 404,
    cache: caching.notFound,
  }
}

async function agendaOf(reading: Reading, business: SiteBusiness): Promise<Fragment['body']> {
  const { deps, now } = reading
  const instants = await instantsOf(deps.db, business, now, maxTimes)
  const own = townOfCode(business.town)?.name ?? business.city
  const dates = datesOf(instants, agendaBetween(now, lastAgendaStarts(now.epochMilliseconds)), maxDates)
  return {
    view: 'agenda',
    dates: dates.slice(0, maxDates).map((one) => dateOf(reading, one, [one.row.address, one.row.city || own])),
  }
}

function dateOf({ deps: { config }, now }: Reading, { row, occurrence, place }: AddressedDate, where: string[]) {
  return {
    href: instantUrl(config, place, row),
    name: row.title,
    when: occurrenceText(occurrence, now),
    place: where.filter(Boolean).join(', '),
    ...stateShown(occurrence),
  }
}

async function draw(fragment: Fragment, tags: readonly string[]): Promise<SiteAnswer> {
  const build = await siteBuild()
  return {
    status: 200,
    body: build?.renderFragment(fragment) ?? '',
    cache: caching.page,
    policy: build?.fragmentPolicy ?? '',
    isHidden: true,
    isFrameable: true,
    tags,
  }
}
