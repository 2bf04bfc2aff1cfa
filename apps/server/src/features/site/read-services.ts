import type { MunicipalTile } from '@parvis/domain/site/page'
import { ofTown, slugOf } from '@parvis/domain/towns/slug'
import { listServices } from '../municipality/index.ts'
import type { Town } from '../towns/index.ts'
import { businessPath, residentHome } from './addresses.ts'
import { findTownHall, type SiteBusiness } from './businesses.queries.ts'
import { type PageRead, type Reading, tagOf, townTags } from './reading.ts'
import { isWeb } from './show-business.ts'
import { notFound } from './show-message.ts'

/** The services of the town's official hall, or one of them. */
export async function readServices(reading: Reading, town: Town, word: string | undefined): Promise<PageRead> {
  const { deps } = reading
  const hall = await findTownHall(deps.db, town.code)
  const base = {
    town: { href: `/${town.slug}`, name: town.name, slug: town.slug },
    breadcrumb: [
      { href: `/${town.slug}`, name: town.name },
      { href: `/${town.slug}/services`, name: 'Services' },
    ],
  }
  const url = `${residentHome(deps.config)}/${town.slug}/services`
  const tags = [...townTags(town), ...(hall ? [tagOf(hall.id)] : [])]
  if (word !== undefined) {
    const id = Number(/-(\d{1,15})$/.exec(word)?.[1])
    const services = hall ? await listServices(deps.db, deps.config, hall.id) : []
    const service = services.find((one) => one.id === id && one.type === 'INTERNAL_PAGE')
    if (!hall || !service) return notFound(town)
    const path = `/${town.slug}/services/${serviceWord(service)}`
    const page = {
      ...base,
      title: `${service.label} — ${hall.name}`,
      description: `${service.label}, un service de ${hall.name}`.slice(0, 160),
      canonical: `${residentHome(deps.config)}${path}`,
      isIndexed: true,
      breadcrumb: [...base.breadcrumb, { href: path, name: service.label }],
      content: {
        kind: 'service' as const,
        name: service.label,
        icon: new URL(service.serviceIcon.url).pathname,
        body: service.content,
        hall: { href: businessPath(hall), name: hall.name },
      },
    }
    return { page, tags }
  }
  const tiles = hall ? await serviceTiles(reading, town, hall) : []
  return {
    page: {
      ...base,
      title: `Services ${ofTown(town.name)}`,
      description: `Les services de la mairie ${ofTown(town.name)}, par elle-même.`,
      canonical: url,
      isIndexed: hall !== undefined,
      content: {
        kind: 'services',
        heading: `Services ${ofTown(town.name)}`,
        hall: hall ? { href: businessPath(hall), name: hall.name } : null,
        acts: `/${town.slug}/actes`,
        alerts: `/${town.slug}/alertes`,
        tiles,
        empty: tiles.length > 0 ? null : `La mairie de ${town.name} n’a pas encore publié ses services.`,
      },
    },
    tags,
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
