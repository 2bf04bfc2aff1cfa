import type { RefusalKey } from '@parvis/domain/refusals'
import type { SiteMessage, TypedAgain } from '@parvis/domain/site/page'
import type { Link } from '@parvis/domain/site/shown'
import { unknownDevice } from '@parvis/domain/site/site.refusals.fr'
import type { Town } from '../../towns/index.ts'
import { businessPath, linkTo } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { caching } from '../hosts/page-answer.ts'
import { linkToTown, type PageAnswer } from './reading.ts'

export function notFound(town?: Town, business?: SiteBusiness): PageAnswer {
  const links = [
    ...(business ? [linkTo(business)] : []),
    ...(town ? [linkToTown(town)] : []),
    { href: '/', name: 'Choisir ma commune' },
  ]
  const sentences = ['Cette adresse ne mène nulle part, ou ne mène plus ici.']
  return messagePage(404, caching.notFound, { heading: 'Page introuvable', sentences, links, search: true })
}

/** A conversation, an order or a place that this device does not know: another of its resident may. */
export const onAnotherDevice = (): PageAnswer =>
  messagePage(404, caching.private, {
    heading: 'Page introuvable',
    sentences: [unknownDevice.elsewhere],
    links: otherDevice,
  })

/** Its click-and-collect is off, or not in its plan. */
export function noOrders(business: SiteBusiness): PageAnswer {
  return messagePage(404, caching.notFound, {
    heading: `${business.name} ne prend pas de commande en ligne en ce moment.`,
    sentences: ['Vous pouvez lui écrire, ou l’appeler.'],
    links: [linkTo(business), { href: `${businessPath(business)}/ecrire`, name: 'Écrire' }],
  })
}

const search = { links: [{ href: '/', name: 'Choisir ma commune' }], search: true }

/** Suspended by the team: neither why nor whose. */
export const suspended = (): PageAnswer =>
  messagePage(404, caching.notFound, {
    heading: 'Cette page n’est pas disponible.',
    sentences: ['Elle le redeviendra peut-être.'],
    ...search,
  })

export const gone = (): PageAnswer =>
  messagePage(410, caching.gone, {
    heading: 'Cet établissement n’est plus sur Parvis.',
    sentences: ['Il a quitté Parvis, et sa page avec lui.'],
    ...search,
  })

const retry: Link = { href: '', name: 'Réessayer' }

export const unavailable = (): PageAnswer =>
  messagePage(503, caching.never, {
    heading: 'Un instant…',
    sentences: ['Le service est momentanément indisponible. Réessayez dans quelques secondes.'],
    links: [retry],
  })

export const broken = (): PageAnswer =>
  messagePage(500, caching.never, {
    heading: 'Une erreur est survenue',
    sentences: ['Elle est signalée à notre équipe. Réessayez, ou revenez à l’accueil.'],
    links: [retry, { href: '/', name: 'Accueil' }],
  })

export const misdirected = (): PageAnswer =>
  messagePage(421, caching.never, {
    heading: 'Misdirected Request',
    sentences: ['Ce nom de domaine n’est pas servi ici.'],
    links: [],
  })

/** A refused act, with what was typed. */
export function refused(status: number, sentence: string, again?: TypedAgain, more: readonly Link[] = []): PageAnswer {
  return messagePage(status, caching.never, {
    heading: 'Cela n’a pas pu être fait',
    sentences: [sentence],
    links: [...more, { href: '/', name: 'Accueil' }],
    ...(again && { again }),
  })
}

/** A full date: the same form again, with one button that joins the waiting list. */
export function withList(key: RefusalKey, typed: TypedAgain | undefined): TypedAgain | undefined {
  if (key !== 'bookings.full' || !typed) return typed
  const others = typed.fields.filter(({ name }) => name !== 'wait')
  return { ...typed, fields: [...others, { name: 'wait', value: '1' }], button: 'Rejoindre la liste d’attente' }
}

export const confirmLink: Link = { href: '/reglages', name: 'Confirmer mon numéro' }
/** The ways to what another device of the same resident holds. */
export const otherDevice: readonly Link[] = [
  { href: '/transfert', name: 'Retrouver mes messages et mes commandes' },
  confirmLink,
]

/** The second step of a number, without script. */
export function askPhoneCode(again: TypedAgain): PageAnswer {
  return messagePage(200, caching.never, {
    heading: 'Confirmez votre numéro',
    sentences: ['Un code vous est envoyé par SMS. Tapez-le ici.'],
    links: [{ href: '/reglages', name: 'Réglages' }],
    again: { ...again, button: 'Confirmer' },
  })
}

/** Where a proof of work is asked and no script can make it, the code of a telephone is the other proof. */
export function askPhone(again?: TypedAgain, back?: Link): PageAnswer {
  return messagePage(403, caching.never, {
    heading: 'Confirmez votre numéro',
    sentences: [
      'Beaucoup de messages partent de votre réseau. Confirmez votre numéro de mobile, puis envoyez de nouveau : il ne sera pas montré au commerce.',
    ],
    links: [confirmLink, ...(back ? [back] : [])],
    ...(again && { again }),
  })
}

export function messagePage(status: number, cache: string, content: Omit<SiteMessage, 'kind'>): PageAnswer {
  return {
    status,
    cache,
    page: {
      title: content.heading,
      description: content.sentences.join(' '),
      isIndexed: false,
      content: { kind: 'message', ...content },
    },
  }
}
