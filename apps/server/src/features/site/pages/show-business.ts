import { categoryLabel, schemaTypeOf } from '@parvis/domain/company/categories'
import { photoAlt } from '@parvis/domain/company/photos'
import { openingHoursSpecification } from '@parvis/domain/hours/published'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { shorten } from '@parvis/domain/kernel/text'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import type { BusinessContent, FeedLink, MunicipalTile, SitePage } from '@parvis/domain/site/page'
import type { BusinessCard, Link, Ways } from '@parvis/domain/site/shown'
import { limitsOf } from '@parvis/domain/subscription/plans'
import { atTown } from '@parvis/domain/towns/slug'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../../config.ts'
import { townOfCode } from '../../towns/index.ts'
import { businessPath, businessUrl, canonicalOf, hrefOf, residentHome, type SiteBase, townPath } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { landscape, pictureHome, pictureOf, profilePictureOf, square, upright, wide } from '../pictures.ts'
import { openingOf, openingWithChanges, weekOf } from './opening.ts'
import type { PageParts } from './reading.ts'
import { instantCard, type SiteInstant } from './show-instants.ts'

type ShownBusiness = {
  business: SiteBusiness
  instants: readonly SiteInstant[]
  services: readonly MunicipalTile[]
  now: Temporal.Instant
}

export function showBusiness(
  config: Config,
  base: SiteBase,
  { business, instants, services, now }: ShownBusiness,
): PageParts {
  const category = categoryLabel(business.category, business.type)
  const town = townName(business)
  const address = businessUrl(config, business)
  const pictures = pictureHome(config, base)
  const picture = mainPicture(pictures, business)
  return {
    title: `${business.name}, ${category} ${atTown(town)}`,
    description: firstWords(
      htmlToPlainText(business.description ?? ''),
      `${business.name}, ${category} ${atTown(town)} : horaires, nouvelles, commande et contact.`,
    ),
    canonical: canonicalOf(config, business),
    isIndexed: business.isVerified,
    ...(picture && { image: picture }),
    feeds: feedsOf(address, business.name),
    jsonLd: [businessData(config, business, now), breadcrumbData(config, crumbs(config, base, business))],
    breadcrumb: crumbs(config, base, business),
    ...townLink(base, business),
    content: {
      kind: 'business',
      companyId: business.id,
      name: business.name,
      ...(business.type === 'association' && { typeLabel: 'Association' }),
      category,
      town,
      isVerified: business.isVerified,
      cover: business.coverPicture ? pictureOf(pictures, business.coverPicture, wide, '') : null,
      picture: profilePictureOf(pictures, business),
      state: openingWithChanges(business.plan, now),
      ...weekOf(business.plan, now),
      write: `${base.home}${businessPath(business)}/ecrire`,
      order: takesOrders(business) ? `${base.home}${businessPath(business)}/commander` : null,
      phone: business.phone ? phoneLink(business.phone) : null,
      services: services.map((tile) => ({ ...tile, href: tile.domain ? tile.href : `${base.home}${tile.href}` })),
      instants: instants.map((one) => instantCard(config, base, one, now)),
      photos: business.photos.map(({ name, alt }, at) =>
        pictureOf(pictures, name, landscape, photoAlt(alt, at + 1, business.name)),
      ),
      description: business.description,
      clickAndCollect: clickAndCollectOf(pictures, business),
      contact: contactOf(business),
      ways: waysOf(config, businessPath(business)),
      changedOn: formatDay(business.updatedAt),
      address,
    },
  }
}

const townName = (business: Pick<SiteBusiness, 'town' | 'city'>): string =>
  townOfCode(business.town)?.name ?? business.city

/** Click-and-collect active, in a plan that gives it; never an association or a town hall. */
export function takesOrders({ type, purchased, cacActive }: SiteBusiness): boolean {
  return cacActive && limitsOf(type, purchased).hasClickAndCollect
}

/** A card of the directory, or of a town's home; `announced`: what runs there now, or what a search found it by. */
export function businessCard(
  config: Config,
  business: SiteBusiness,
  now: Temporal.Instant,
  announced?: string,
): BusinessCard {
  return {
    href: businessPath(business),
    name: business.name,
    category: categoryLabel(business.category, business.type),
    picture: profilePictureOf(pictureHome(config), business),
    state: openingOf(business.plan, now),
    street: business.address,
    running: announced ?? null,
    at: business.latitude === null || business.longitude === null ? null : `${business.latitude},${business.longitude}`,
  }
}

/** Town, directory, this business: on a premium site they lead to the residents' host. */
export function crumbs(config: Config, base: SiteBase, business: SiteBusiness): Link[] {
  const home = base.host === 'resident' ? '' : residentHome(config)
  const town = townOfCode(business.town)
  const above = town
    ? [
        { href: `${home}/${town.slug}`, name: town.name },
        { href: `${home}/${town.slug}/annuaire`, name: 'Annuaire' },
      ]
    : [{ href: `${home}/`, name: 'Accueil' }]
  return [...above, { href: hrefOf(base, business), name: business.name }]
}

export function breadcrumbData(config: Config, links: readonly Link[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: links.map(({ href, name }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(href, `${residentHome(config)}/`).href,
    })),
  }
}

export function townLink(base: SiteBase, { town }: Pick<SiteBusiness, 'town'>): Pick<SitePage, 'town'> {
  const known = townOfCode(town)
  return known ? { town: { slug: known.slug, name: known.name, href: `${base.home}${townPath(town)}` } } : {}
}

export function waysOf(config: Config, path: string): Ways {
  const url = `${residentHome(config)}${path}`
  return {
    webcal: `${url.replace(/^https?:/, 'webcal:')}/agenda.ics`,
    ics: `${url}/agenda.ics`,
    atom: `${url}/flux.xml`,
    sheet: `${url}/affiche`,
  }
}

export function feedsOf(url: string, name: string): FeedLink[] {
  return [
    { href: `${url}/agenda.ics`, type: 'text/calendar', title: `Agenda : ${name}` },
    { href: `${url}/flux.xml`, type: 'application/atom+xml', title: `Nouveautés : ${name}` },
  ]
}

/** The first words of it on one line, as search engines show them. */
export const firstWords = (text: string, otherwise: string): string =>
  shorten(text.replace(/\s+/g, ' ').trim() || otherwise, 160)

function mainPicture(pictures: string, business: SiteBusiness) {
  if (business.coverPicture) return pictureOf(pictures, business.coverPicture, wide, business.name)
  return business.profilePicture ? pictureOf(pictures, business.profilePicture, square, business.name) : undefined
}

function businessData(config: Config, business: SiteBusiness, now: Temporal.Instant): object {
  const url = canonicalOf(config, business)
  const image = mainPicture(config.mediaOrigin, business)?.src
  const hours = openingHoursSpecification(business.plan, now.epochMilliseconds)
  return {
    '@context': 'https://schema.org',
    '@type': schemaTypeOf(business.category, business.type),
    '@id': url,
    url,
    name: business.name,
    address: postalAddress(business),
    ...(business.latitude !== null &&
      business.longitude !== null && {
        geo: { '@type': 'GeoCoordinates', latitude: business.latitude, longitude: business.longitude },
      }),
    ...(business.phone && { telephone: business.phone }),
    ...(image && { image }),
    ...(hours.length > 0 && { openingHoursSpecification: hours }),
  }
}

export function postalAddress({ address, zipCode, city }: { address: string; zipCode: string; city: string }): object {
  return {
    '@type': 'PostalAddress',
    streetAddress: address,
    postalCode: zipCode,
    addressLocality: city,
    addressCountry: 'FR',
  }
}

function clickAndCollectOf(pictures: string, business: SiteBusiness): BusinessContent['clickAndCollect'] {
  if (!takesOrders(business)) return null
  const photos = business.cacPictures.map((name) => pictureOf(pictures, name, upright, `Photo de ${business.name}`))
  return { text: business.cacDescription, pictures: photos }
}

/** Whatever is stored, a link of a page never runs. */
export const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

function contactOf(business: SiteBusiness): BusinessContent['contact'] {
  const { website, email, phone } = business
  return {
    ...placeLines(business),
    phone: phone ? phoneLink(phone) : null,
    email: email ? { href: `mailto:${email}`, name: email } : null,
    website: website && isWeb(website) ? { href: website, name: new URL(website).hostname } : null,
  }
}

type Located = { address: string; zipCode: string; city: string; latitude: number | null; longitude: number | null }

/** The lines of an address, the link that opens a map only when it is clicked, and that of the phone's own maps (RFC 5870). */
export function placeLines({ address, zipCode, city, latitude, longitude }: Located) {
  const lines = [address, `${zipCode} ${city}`.trim()].filter(Boolean)
  const at = latitude !== null && longitude !== null ? `${latitude},${longitude}` : null
  const query = at ? `?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}` : ''
  const maps = at && `geo:${at}?q=${encodeURIComponent(`${at}(${lines[0] ?? ''})`)}`
  const directions = query
    ? `https://www.openstreetmap.org/${query}`
    : lines.length > 0
      ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(lines.join(', '))}`
      : null
  return { address: lines, directions, maps }
}

/** `01 45 67 89 01`, dialled as +33. */
export const phoneLink = (phone: string): Link => ({ href: `tel:${phone}`, name: formatPhone(phone) })
