import { formatClockTime } from '@parvis/domain/kernel/clock-time'
import { parisDay, parisOf } from '@parvis/domain/kernel/paris-time'
import type { SitePage } from '@parvis/domain/site/page'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { longDay, relativeDay } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import { townOfSlug } from '../../towns/index.ts'
import { caching } from '../hosts/page-answer.ts'
import type { PlainAddress } from '../hosts/plain-address.ts'
import type { PageAnswer } from './reading.ts'

export type AskedByResident = {
  deps: Dependencies
  address: PlainAddress
  resident: Resident | undefined
  now: Temporal.Instant
  userAgent?: string | undefined
}

/** A page that no shared cache keeps and no search engine lists. */
export function shell(
  title: string,
  content: PrivateContent,
  canonical?: string,
  more: Partial<SitePage> = {},
): PageAnswer {
  return {
    cache: caching.private,
    page: { title, description: title, isIndexed: false, ...(canonical && { canonical }), ...more, content },
  }
}

/** `samedi 14 mars, 18 h`; `demain, 9 h`. */
export function momentText(moment: Temporal.Instant, now: Temporal.Instant): string {
  const { hour, minute } = parisOf(moment)
  const days = parisDay(now).until(parisDay(moment)).days
  const day =
    days >= 0 && days < 2
      ? relativeDay(parisDay(moment), parisDay(now))
      : longDay(parisDay(moment)).replace(/ \d{4}$/, '')
  return `${day}, ${formatClockTime(hour * 60 + minute)}`
}

export function townPart(slug: string | null): Partial<SitePage> {
  const town = slug ? townOfSlug(slug) : undefined
  return town ? { town: { slug: town.slug, name: town.name, href: `/${town.slug}` } } : {}
}
