import type { Content, SitePage } from '@parvis/domain/site/page'
import type { Resident } from '../../../http/actor.ts'
import { townOfSlug } from '../../towns/index.ts'
import { caching } from '../hosts/page-answer.ts'
import { linkToTown, type PageAnswer, type Reading } from './reading.ts'

export type AskedByResident = Reading & { resident: Resident | undefined; userAgent?: string | undefined }

/** A page that no shared cache keeps and no search engine lists. */
export const shell = (title: string, content: Content, more: Partial<SitePage> = {}): PageAnswer => ({
  cache: caching.private,
  page: { title, description: title, isIndexed: false, ...more, content },
})

export function townPart(slug: string | null): Partial<SitePage> {
  const town = slug ? townOfSlug(slug) : undefined
  return town ? { town: linkToTown(town) } : {}
}
