import { counted, formatDayWithoutYear } from '../kernel/french-format.ts'
import { shorten } from '../kernel/text.ts'
import type { Letter, LetterItem } from '../notices/letter.fr.ts'
import type { LetterRhythm } from './letter.ts'

export const rhythmWords: Record<LetterRhythm, string> = { daily: 'chaque soir', weekly: 'chaque jeudi' }

/** « Presque fini »: in the settings, and after the form. `address` is masked. */
export const awaitedText = (address: string): string =>
  `Presque fini\u00a0: ouvrez le message envoyé à ${address} et confirmez.`

export const refusedText = (address: string): string =>
  `L’adresse ${address} n’accepte pas nos messages\u00a0: plus rien ne lui est envoyé. Donnez-en une autre.`

/** The first mail to an address. Nothing of what was followed is in it: whoever gives another's address sends them no text. */
export function confirmationLetter(rhythm: LetterRhythm, url: string): Letter {
  return {
    subject: 'Confirmez votre adresse',
    paragraphs: [
      `Cette adresse a été donnée pour recevoir, ${rhythmWords[rhythm]}, les nouvelles d’abonnements pris sur Parvis.`,
      'Confirmez-la pour les recevoir. Sans réponse de votre part, rien d’autre ne vous sera envoyé et l’adresse sera oubliée dans sept jours.',
    ],
    link: { label: 'Confirmer mon adresse', url },
  }
}

/** After years without a visit nor a click: silence ends the letter. */
export function stillWantedLetter(url: string): Letter {
  return {
    subject: 'Voulez-vous encore recevoir cette lettre\u00a0?',
    paragraphs: [
      'Vous n’avez pas ouvert Parvis depuis trois ans. Dites-nous si cette lettre vous sert encore.',
      'Sans réponse dans les trente jours, elle s’arrête et votre adresse est oubliée.',
    ],
    link: { label: 'Continuer à la recevoir', url },
  }
}

/** A decision about an order, or its reminder, for whom no push reaches: who answered, never what. */
export function orderLetter(company: string, what: 'answered' | 'reminder', url: string): Letter {
  const sentence = what === 'answered' ? `${company} vous a répondu.` : `Votre commande vous attend chez ${company}.`
  return { subject: sentence, paragraphs: [sentence], link: { label: 'Voir la commande', url } }
}

/** What became of a seat, or of what a business took with it, for whom no push reaches. */
export function bookingLetter(sentence: string, url: string, label = 'Voir ma place'): Letter {
  const text = withoutLinks(sentence)
  return { subject: text.replace(/\.$/, ''), paragraphs: [text], link: { label, url } }
}

export type LetterNews = {
  kind: 'instant' | 'change' | 'broadcast'
  company: string
  title: string
  text: string
  url: string
  /** When it takes place, where one date to come is known. */
  when: string | undefined
}

export type LetterContent = {
  news: readonly LetterNews[]
  /** Of orders and bookings to come: where and when, never what. */
  toCome: readonly LetterItem[]
  /** The residents' own page. */
  url: string
}

const maxItems = 30

/** What the followed changed and published, by business, and what the resident has to come; 30 items at most. */
export function newsLetter({ news, toCome, url }: LetterContent): Letter {
  const shown = news.slice(0, maxItems).map(harmless)
  const isChange = ({ kind }: LetterNews) => kind === 'change'
  const changes = shown.filter(isChange).map((one) => ({ text: `${one.company}\u00a0: ${one.text}`, url: one.url }))
  const byCompany = Map.groupBy(
    shown.filter((one) => !isChange(one)),
    ({ company }) => company,
  )
  const sections = [
    { title: 'Changements', items: changes },
    ...[...byCompany].map(([title, items]) => ({ title, items: items.map(itemOf) })),
    {
      title: 'Vos places et vos commandes',
      items: toCome.slice(0, maxItems).map(({ text, url: to }) => ({ text: withoutLinks(text), url: to })),
    },
  ].filter(({ items }) => items.length > 0)
  const rest = news.length - shown.length
  return {
    subject: `${counted(news.length, 'nouvelle')} de vos abonnements`,
    paragraphs: [],
    sections,
    more: rest > 0 ? `et ${counted(rest, 'autre')}` : undefined,
    link: { label: 'Voir mes abonnements', url },
  }
}

/** Addresses typed by others are written without their scheme: the only links are ours. */
function harmless(one: LetterNews): LetterNews {
  return { ...one, company: withoutLinks(one.company), title: withoutLinks(one.title), text: withoutLinks(one.text) }
}

const withoutLinks = (text: string): string =>
  text.replaceAll(/\b[a-z][a-z\d+.-]{0,30}:\/\//gi, '').replaceAll(/\s+/g, ' ')

const maxText = 280

function itemOf({ kind, title, text, url, when }: LetterNews): LetterItem {
  if (kind === 'broadcast') return { text: shorten(text, maxText), url }
  return { text: when ? `${title}, ${when}` : title, url }
}

/** « Vous l’avez demandée le 12 mars ». */
export const askedText = (at: Date): string => `Vous l’avez demandée le ${formatDayWithoutYear(at)}.`
