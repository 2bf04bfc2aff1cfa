import { isLimitReached, unlimited } from '../subscription/plans.ts'

/** The three tabs, forms and cap groups; the names of `instantType` on the wire. */
export const instantKinds = ['service', 'specialOffer', 'event'] as const
export type InstantKind = (typeof instantKinds)[number]

type KindNames = { one: string; many: string; a: string; the: string; this: string; new: string }

/** How a kind is called, everywhere: by the portal, the residents' site, mails, feeds and sheets. */
export const kindNames: Record<InstantKind, KindNames> = {
  service: {
    one: 'Service',
    many: 'Services',
    a: 'un service',
    the: 'le service',
    this: 'ce service',
    new: 'Nouveau service',
  },
  specialOffer: {
    one: 'Offre spéciale',
    many: 'Offres spéciales',
    a: 'une offre spéciale',
    the: 'l’offre spéciale',
    this: 'cette offre spéciale',
    new: 'Nouvelle offre spéciale',
  },
  event: {
    one: 'Événement',
    many: 'Événements',
    a: 'un événement',
    the: 'l’événement',
    this: 'cet événement',
    new: 'Nouvel événement',
  },
}

/**
 * What an instant is: a gift is a special offer; dates and one of the seven event categories make an event; anything
 * else is a service, drafts included.
 */
export function instantKind(category: string, hasDates: boolean): InstantKind {
  if (category === 'gift') return 'specialOffer'
  const isEvent = hasDates && eventCategories.some((known) => known === category)
  return isEvent ? 'event' : 'service'
}

/** The choices of each form, in order; the special-offer form is always a gift. */
export function categoriesOfForm(kind: InstantKind): readonly InstantCategorySlug[] {
  if (kind === 'specialOffer') return ['gift']
  return kind === 'event' ? eventCategories : serviceCategories
}

export type InstantCategorySlug = (typeof described)[number][0]

export type InstantCategory = {
  id: number
  slug: InstantCategorySlug
  label: string
  /** One sentence for the information window. */
  explanation: string
}

const described = [
  ['cultural', 'Culturel', 'Exposition, théâtre, lecture, conférence\u00a0: tout ce qui nourrit la curiosité.'],
  ['sportive', 'Sportif', 'Match, tournoi, initiation ou séance\u00a0: ce qui fait bouger la ville.'],
  ['discovery', 'Découverte', 'Visite, atelier ou démonstration\u00a0: ce que l’on vient essayer ou découvrir.'],
  ['gourmand', 'Gourmand', 'Plat du jour, dégustation, fournée\u00a0: ce qui se mange et se boit.'],
  ['festive', 'Festif', 'Fête, soirée, animation\u00a0: ce que l’on vient partager ensemble.'],
  [
    'heart',
    'Coup de cœur',
    'Une action solidaire, un produit ou une adresse que vous aimez et voulez faire connaître.',
  ],
  ['info', 'Info', 'Une information utile\u00a0: fermeture, travaux, nouveaux horaires, réunion publique.'],
  ['offer', 'Bon plan', 'Un service ou un prix intéressant, valable à certaines heures.'],
  ['gift', kindNames.specialOffer.one, 'Une remise ou un cadeau réservé aux habitants qui vous suivent.'],
  ['musical', 'Musical', 'Concert, scène ouverte, bal\u00a0: tout ce qui s’écoute.'],
] as const

/** The ten categories, ids 1 to 10 in order. */
export const instantCategories = described.map(
  ([slug, label, explanation], at): InstantCategory => ({ id: at + 1, slug, label, explanation }),
)

/** What an agenda event may be, in the order of its form. */
export const eventCategories = ['cultural', 'sportive', 'discovery', 'heart', 'info', 'musical', 'festive'] as const

/** What the service form offers, in its order. */
const serviceCategories = [
  'gourmand',
  'festive',
  'offer',
  'cultural',
  'sportive',
  'discovery',
  'heart',
  'info',
  'musical',
] as const

/** The category with that id, undefined for `default` and unknown ones. */
export function instantCategory(id: number): InstantCategory | undefined {
  return instantCategories.find((known) => known.id === id)
}

export function instantCategoryOf(slug: string): InstantCategory | undefined {
  return instantCategories.find((known) => known.slug === slug)
}

/**
 * Numbers counted against the plan's cap: the instants of each kind, drafts announced as that kind included, and all drafts
 * together (I-020, AMB-73, api.md 8.23).
 */
export type CapCounts = Record<InstantKind, number> & { drafts: number; all: number }

/**
 * The kind a draft is counted in: a gift is a special offer whatever its schedule, else what its maker announced; null
 * when only its schedule will tell.
 */
export function announcedKind(category: string, instantType: InstantKind | undefined): InstantKind | null {
  return category === 'gift' ? 'specialOffer' : (instantType ?? null)
}

/** Most instants of a company on any plan, drafts included, because public pages read them all. */
const maxInstants = 300

/**
 * True when one more instant may not be created: its kind is full, or the drafts are. Drafts of no known
 * kind may number what they can still become, services and events.
 */
export function isCreationRefused(allowed: number, counts: CapCounts, kind: InstantKind | null): boolean {
  if (counts.all >= maxInstants) return true
  if (allowed === unlimited) return false
  if (kind === null) return counts.drafts >= 2 * allowed
  return isLimitReached(allowed, counts.drafts) || isLimitReached(allowed, counts[kind])
}

/** True when an instant may not become `after`: that kind has no room; one already counted there stays. */
export function isEntryRefused(
  allowed: number,
  counts: CapCounts,
  { before, after }: { before: InstantKind | null; after: InstantKind },
): boolean {
  return before !== after && isLimitReached(allowed, counts[after])
}

export function noInstants(): CapCounts {
  return { service: 0, specialOffer: 0, event: 0, drafts: 0, all: 0 }
}
