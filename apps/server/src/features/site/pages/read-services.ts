import type { MunicipalTile } from '@parvis/domain/site/page'
import { ofTown, slugOf } from '@parvis/domain/towns/slug'
import { listServices } from '../../municipality/index.ts'
import type { Town } from '../../towns/index.ts'
import { linkTo } from '../addresses.ts'
import { findTownHall, type SiteBusiness } from '../businesses.queries.ts'
import { leadTo, type PageRead, type Reading, tagOf, townTags, underTown } from './reading.ts'
import { isWeb } from './show-business.ts'
import { notFound } from './show-message.ts'

/** The services of the town's official hall, or one of them. */
export async function readServices(reading: Reading, town: Town): Promise<PageRead> {
  const word = reading.address.words[2]
  const hall = await findTownHall(reading.deps.db, town.code)
  const tags = [...townTags(town), ...(hall ? [tagOf(hall.id)] : [])]
  if (word === undefined) return { page: await listPage(reading, town, hall), tags }
  const service = hall && (await findService(reading, hall, Number(/-(\d{1,15})$/.exec(word)?.[1])))
  if (!service) return notFound(town)
  const href = `/${town.slug}/services/${serviceWord(service)}`
  return leadTo(reading, href, tags) ?? { page: servicePage(reading, town, hall, { service, href }), tags }
}

const servicesOf = ({ slug }: Town) => ({ href: `/${slug}/services`, name: 'Services' })

type Service = Awaited<ReturnType<typeof listServices>>[number]

async function findService({ deps: { db, config } }: Reading, hall: SiteBusiness, id: number) {
  const services = await listServices(db, config, hall.id)
  return services.find((one) => one.id === id && one.type === 'INTERNAL_PAGE')
}

function servicePage(
  reading: Reading,
  town: Town,
  hall: SiteBusiness,
  { service, href }: { service: Service; href: string },
) {
  const { label: name, content: body, serviceIcon } = service
  return {
    ...underTown(reading, town, servicesOf(town), { href, name }),
    title: `${name} — ${hall.name}`,
    description: `${name}, un service de ${hall.name}`.slice(0, 160),
    isIndexed: true,
    content: { kind: 'service' as const, name, icon: new URL(serviceIcon.url).pathname, body, hall: linkTo(hall) },
  }
}

async function listPage(reading: Reading, town: Town, hall: SiteBusiness | undefined) {
  const tiles = hall ? await serviceTiles(reading, town, hall) : []
  const heading = `Services ${ofTown(town.name)}`
  return {
    ...underTown(reading, town, servicesOf(town)),
    title: heading,
    description: `Les services de la mairie ${ofTown(town.name)}, par elle-même.`,
    isIndexed: hall !== undefined,
    content: {
      kind: 'services' as const,
      heading,
      hall: hall ? linkTo(hall) : null,
      acts: `/${town.slug}/actes`,
      alerts: `/${town.slug}/alertes`,
      tiles,
      // The sentence of residents.md to the letter, « de » before a vowel too: clients look for it with the town's name.
      empty: tiles.length > 0 ? null : `La mairie de ${town.name} n’a pas encore publié ses services.`,
    },
  }
}

export async function serviceTiles(
  { deps: { db, config } }: Reading,
  town: Town,
  hall: SiteBusiness,
): Promise<MunicipalTile[]> {
  const services = await listServices(db, config, hall.id)
  return services.map((service) => {
    const icon = new URL(service.serviceIcon.url).pathname
    if (service.type === 'INTERNAL_PAGE')
      return { href: `/${town.slug}/services/${serviceWord(service)}`, name: service.label, icon, domain: null }
    const domain = isWeb(service.content) ? new URL(service.content).hostname : null
    return { href: domain === null ? `/${town.slug}/services` : service.content, name: service.label, icon, domain }
  })
}

const serviceWord = ({ id, label }: { id: number; label: string }): string => `${slugOf(label) || 'service'}-${id}`
