import { eventCategories, type InstantCategorySlug, serviceCategories } from './categories.ts'

/** The three tabs, forms and cap groups; the names of `instantType` on the wire (AMB-74). */
export type InstantKind = 'service' | 'specialOffer' | 'event'

export const instantKinds = ['service', 'specialOffer', 'event'] as const

/**
 * What an instant is: a gift is a special offer; a fixed day and one of the seven event categories make an event; anything
 * else is a service, drafts included (I-060, I-061, I-065, AMB-74, AMB-81).
 */
export function instantKind(category: string, schedule: 'none' | 'fixed' | 'recurrent'): InstantKind {
  if (category === 'gift') return 'specialOffer'
  const isEvent = schedule === 'fixed' && eventCategories.some((known) => known === category)
  return isEvent ? 'event' : 'service'
}

/** The choices of each form, in order; the special-offer form is always a gift (I-060, I-062, I-063, AMB-75). */
export function categoriesOfForm(kind: InstantKind): readonly InstantCategorySlug[] {
  if (kind === 'specialOffer') return ['gift']
  return kind === 'event' ? eventCategories : serviceCategories
}
