import { made, say } from './call.ts'
import { isIphone } from './push.ts'

/** What the device does with places: its own maps, and the nearest first. No position leaves it. */
export function startNear(): void {
  // Safari knows no geo: address; this one opens the maps of the iPhone.
  if (isIphone())
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="geo:"]')) {
      const [at] = link.href.slice(4).split('?')
      link.href = `https://maps.apple.com/?q=${at}`
      link.rel = 'noreferrer'
    }
  const offer = document.querySelector<HTMLElement>('[data-near]')
  const button = offer?.querySelector('button')
  if (!offer || !button || !navigator.geolocation || !document.querySelector('[data-at]')) return
  offer.hidden = false
  button.onclick = () => {
    say('Recherche de votre position…')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => orderFrom(coords.latitude, coords.longitude),
      () => say('Votre position n’est pas connue\u00a0: l’ordre reste le même.'),
      { maximumAge: 300_000, timeout: 10_000 },
    )
  }
}

/** The cards of this page, the nearest first, each with how far it is as the crow flies; those without a place stay last. */
function orderFrom(latitude: number, longitude: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>('.cards > li')].map((card) => ({
    card,
    metres: card.dataset.at ? metresTo(card.dataset.at, latitude, longitude) : Number.POSITIVE_INFINITY,
  }))
  cards.sort((a, b) => a.metres - b.metres)
  for (const { card, metres } of cards) {
    card.querySelector('.far')?.remove()
    if (Number.isFinite(metres)) {
      const far = made('p', { className: 'line far', textContent: `à ${distance(metres)}` })
      card.querySelector('div')?.append(far)
    }
    card.parentElement?.append(card)
  }
  say('Les plus proches d’abord.')
}

const radius = 6_371_000
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Equirectangular approximation: exact to the metre within a town. */
function metresTo(at: string, latitude: number, longitude: number): number {
  const [lat = 0, lon = 0] = at.split(',').map(Number)
  const x = radians(lon - longitude) * Math.cos(radians((lat + latitude) / 2))
  return Math.hypot(x, radians(lat - latitude)) * radius
}

const distance = (metres: number): string =>
  metres < 950
    ? `${Math.max(50, Math.round(metres / 50) * 50)}\u00a0m`
    : `${(metres / 1_000).toFixed(1).replace('.', ',')}\u00a0km`
