import type { BusinessType } from '../kernel/business-type.ts'
import list from './categories.json' with { type: 'json' }
import { usualWords } from './usual-words.fr.ts'

export type Category = {
  slug: string
  label: string
  group: string
  groupLabel: string
  /** Its class on schema.org. */
  schemaType: string
  /** Name of an icon of the lucide set. */
  icon: string
  aliases: readonly string[]
}

type ListedCategory = Category & { businessTypes: readonly string[]; labelByType?: Partial<Record<string, string>> }

const listed: readonly ListedCategory[] = list
const bySlug = new Map(listed.map((category) => [category.slug, category]))

/** The categories a type of business chooses from, labels written for that type. */
export function categoriesOf(type: BusinessType): Category[] {
  return listed
    .filter((category) => category.businessTypes.includes(type))
    .map((category) => ({ ...category, label: labelOf(category, type) }))
}

/** What a category is found by: its label and its usual words, for `matchesSearch`. */
export function searchWords({ label, aliases }: Category): string {
  return [label, ...aliases].join(' ')
}

export function isCategoryOf(type: BusinessType, slug: string): boolean {
  return bySlug.get(slug)?.businessTypes.includes(type) ?? false
}

/** French label, `bar` being an associative bar for an association; an unknown slug is shown as it is. */
export function categoryLabel(slug: string, type?: BusinessType): string {
  const category = bySlug.get(slug)
  return category ? labelOf(category, type) : slug
}

/** The category a new business starts from: `mairie` for a town hall, none otherwise. */
export function firstCategory(type: BusinessType): string | undefined {
  return type === 'mairie' ? 'mairie' : undefined
}

function labelOf(category: ListedCategory, type?: BusinessType): string {
  return (type && category.labelByType?.[type]) ?? category.label
}

/** The class of a business on schema.org (residents.md W-022, 15.34). */
export function schemaTypeOf(slug: string, type: BusinessType): string {
  if (type === 'association') return 'Organization'
  return type === 'mairie' ? 'GovernmentOffice' : (bySlug.get(slug)?.schemaType ?? 'LocalBusiness')
}

export const isKnownCategory = (slug: string): boolean => bySlug.has(slug)

/** The label of a category and the words that people use for it, to search in. */
export function wordsOfCategory(slug: string, type: BusinessType): readonly string[] {
  const category = bySlug.get(slug)
  return category ? [labelOf(category, type), ...category.aliases, ...(usualWords[slug] ?? [])] : []
}

/** The group of trades of a category, `alimentation`; undefined for an unknown one. */
export const categoryGroup = (slug: string): string | undefined => bySlug.get(slug)?.group
