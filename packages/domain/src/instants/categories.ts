export type InstantCategorySlug =
  | 'cultural'
  | 'sportive'
  | 'discovery'
  | 'gourmand'
  | 'festive'
  | 'heart'
  | 'info'
  | 'offer'
  | 'gift'
  | 'musical'

export type InstantCategory = {
  id: number
  slug: InstantCategorySlug
  label: string
  /** One sentence for the information window (AMB-90). */
  explanation: string
}

/** The ten categories, ids 1 to 10 in order (I-059, appendix C). */
export const instantCategories: readonly InstantCategory[] = [
  category(
    1,
    'cultural',
    'Culturel',
    'Exposition, théâtre, lecture, conférence\u00a0: tout ce qui nourrit la curiosité.',
  ),
  category(2, 'sportive', 'Sportif', 'Match, tournoi, initiation ou séance\u00a0: ce qui fait bouger la ville.'),
  category(
    3,
    'discovery',
    'Découverte',
    'Visite, atelier ou démonstration\u00a0: ce que l’on vient essayer ou découvrir.',
  ),
  category(4, 'gourmand', 'Gourmand', 'Plat du jour, dégustation, fournée\u00a0: ce qui se mange et se boit.'),
  category(5, 'festive', 'Festif', 'Fête, soirée, animation\u00a0: ce que l’on vient partager ensemble.'),
  category(
    6,
    'heart',
    'Coup de cœur',
    'Une action solidaire, un produit ou une adresse que vous aimez et voulez faire connaître.',
  ),
  category(7, 'info', 'Info', 'Une information utile\u00a0: fermeture, travaux, nouveaux horaires, réunion publique.'),
  category(8, 'offer', 'Bon plan', 'Un service ou un prix intéressant, valable à certaines heures.'),
  category(9, 'gift', 'Offre spéciale', 'Une remise ou un cadeau réservé aux habitants qui vous suivent.'),
  category(10, 'musical', 'Musical', 'Concert, scène ouverte, bal\u00a0: tout ce qui s’écoute.'),
]

/** What an agenda event may be, in the order of its form (I-061, I-062). */
export const eventCategories = ['cultural', 'sportive', 'discovery', 'heart', 'info', 'musical', 'festive'] as const

/** What the service form offers, in its order (I-063). */
export const serviceCategories = [
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

/** The category with that id, undefined for `default` and unknown ones (I-064). */
export function instantCategory(id: number): InstantCategory | undefined {
  return instantCategories.find((known) => known.id === id)
}

export function instantCategoryOf(slug: string): InstantCategory | undefined {
  return instantCategories.find((known) => known.slug === slug)
}

function category(id: number, slug: InstantCategorySlug, label: string, explanation: string): InstantCategory {
  return { id, slug, label, explanation }
}
