/** What an address is made of (residents.md 15, 36): `Œuvre d’Été` → `oeuvre-d-ete`; empty when nothing is left. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const maxLength = 60

/** The same, 60 characters at most, cut between two words where there are several. */
function shortSlug(name: string): string {
  const slug = slugOf(name)
  if (slug.length <= maxLength) return slug
  const cut = slug.slice(0, maxLength)
  const end = slug[maxLength] === '-' ? maxLength : cut.lastIndexOf('-')
  return cut.slice(0, end > 0 ? end : maxLength)
}

/** Second words of the town's own pages: no business may be called so. */
const reservedFiches = new Set(['annuaire', 'agenda', 'services', 'affiche', 'actes', 'alertes'])

/** The address that a business asks for in its town; its category where the name has no letter nor digit. */
export function ficheSlug(name: string, category: string): string {
  return shortSlug(name) || shortSlug(category) || 'etablissement'
}

/** `boulangerie`, `boulangerie-2`, …: a reserved word starts at 2. */
export function nthFiche(slug: string, n: number): string {
  const rank = reservedFiches.has(slug) ? n + 1 : n
  return rank === 1 ? slug : `${slug}-${rank}`
}

/** The `{titre}` of an instant's address. */
export const instantSlug = (title: string): string => shortSlug(title) || 'instant'

/** The `{titre}` of an act's or an alert's address. */
export const titleSlug = (title: string): string => shortSlug(title) || 'texte'

/** The first words of a department's or a town's name as French joins them: `de Clichy`, `d’Arcueil`, `du Tréport`. */
export function ofTown(name: string): string {
  if (name.startsWith('Le ')) return `du ${name.slice(3)}`
  if (name.startsWith('Les ')) return `des ${name.slice(4)}`
  return /^[aeiouyâàéèêëîïôûœ]/i.test(name) ? `d’${name}` : `de ${name}`
}

/** `à Clichy`, `au Tréport`, `aux Lilas`. */
export function atTown(name: string): string {
  if (name.startsWith('Le ')) return `au ${name.slice(3)}`
  if (name.startsWith('Les ')) return `aux ${name.slice(4)}`
  return `à ${name}`
}
