import type { ListPages } from '@parvis/domain/site/shown'
import { withQuery } from '../hosts/plain-address.ts'

type Query = ReadonlyMap<string, string>

/** The list without these keys of its query; another filter begins at its first page. */
export const without = (path: string, query: Query, ...keys: string[]): string =>
  withQuery(path, new Map([...query].filter(([name]) => !keys.includes(name))))

/** A filter as a link that switches it, and whether it is on. */
export function toggle(path: string, query: Query, key: string, value: string, name: string) {
  const isOn = query.get(key) === value
  const next = new Map([...query].filter(([one]) => one !== 'page' && one !== key))
  if (!isOn) next.set(key, value)
  return { href: withQuery(path, next), name, isOn }
}

/** The filters that a search keeps, as fields of its form. */
export const hiddenFields = (query: Query, ...names: string[]) =>
  names.map((name) => ({ name, value: query.get(name) ?? '' })).filter(({ value }) => value)

/** The pages before and after one; null for a list of one page. */
export function pageLinks(path: string, query: Query, page: number, pages: number): ListPages | null {
  if (pages === 1) return null
  const at = (number: number) => withQuery(path, new Map([...query, ['page', String(number)]]))
  return {
    previous: page === 2 ? without(path, query, 'page') : page > 1 ? at(page - 1) : null,
    next: page < pages ? at(page + 1) : null,
    sentence: `Page ${page} sur ${pages}`,
  }
}
