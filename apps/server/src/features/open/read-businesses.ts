import { categoryLabel } from '@parvis/domain/company/categories'
import { osmOpeningHours } from '@parvis/domain/hours/osm'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { shorten } from '@parvis/domain/kernel/text'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import type { OpenBusiness } from '@parvis/domain/open/open.contract'
import { refusal } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { slicedInTime } from '../../time-slices.ts'
import { openingsOf } from '../hours/index.ts'
import { canonicalOf, findBusiness, findBusinesses, type SiteBusiness } from '../site/index.ts'
import { townOfCode } from '../towns/index.ts'
import { findOpenBusiness } from './open.queries.ts'
import { licenceOf, type ReadChange, writtenMoment } from './read-changes.ts'

const maxLetters = 500

export async function readBusinesses(
  deps: Dependencies,
  changes: readonly ReadChange[],
): Promise<Map<string, OpenBusiness>> {
  const now = await readNow(deps.db)
  const updatedAt = new Map(changes.map(({ id, at }) => [id, writtenMoment(at)]))
  const found = [...(await findBusinesses(deps.db, [...updatedAt.keys()])).values()]
  const openings = await openingsOf(deps.db, found, now.epochMilliseconds)
  const items = new Map<string, OpenBusiness>()
  for await (const business of slicedInTime(found)) {
    const { coming: _, ...week } = openings(business).hours
    items.set(business.id, {
      ...shown(deps, business),
      hours: { ...week, osm: osm(business, now) },
      updatedAt: updatedAt.get(business.id) ?? '',
    })
  }
  return items
}

/** One business, with what its public page shows besides. */
export async function readOpenBusiness(deps: Dependencies, companyId: string) {
  const { db } = deps
  const open = await findOpenBusiness(db, companyId)
  const business = open && (await findBusiness(db, companyId))
  if (!open || !business) throw refusal('request.not_found')
  const now = await readNow(db)
  const openings = await openingsOf(db, [business], now.epochMilliseconds)
  const { hours } = openings(business)
  return {
    licence: licenceOf(business.name),
    business: {
      ...shown(deps, business),
      hours: { ...hours, osm: osm(business, now) },
      updatedAt: writeParisIso(open.changedAt),
      text: shorten(htmlToPlainText(business.description ?? ''), maxLetters),
      phone: business.phone || null,
      email: business.email || null,
    },
  }
}

const osm = ({ plan }: SiteBusiness, now: Temporal.Instant) => osmOpeningHours(plan, now.epochMilliseconds)

function shown({ config }: Dependencies, business: SiteBusiness) {
  const { id, name, type, category, isVerified, address, zipCode, city, latitude, longitude, website } = business
  return {
    id,
    url: canonicalOf(config, business),
    name,
    type,
    category: { slug: category, label: categoryLabel(category, type) },
    verified: isVerified,
    address,
    zip: zipCode,
    city,
    town: townOfCode(business.town)?.slug ?? null,
    latitude,
    longitude,
    website: website || null,
    image: business.profilePicture ? mediaUrl(config, business.profilePicture) : null,
  }
}
