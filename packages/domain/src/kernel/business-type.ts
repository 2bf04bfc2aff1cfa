import type { RegistryNumberKind } from './registry-number.ts'

export type BusinessType = 'commerce' | 'entreprise' | 'association' | 'mairie'

export type BusinessOffers = {
  /** French name of the type. */
  label: string
  /** Registry numbers accepted at registration, the first one being asked for (AMB-16). */
  registryNumbers: readonly RegistryNumberKind[]
  /** Types it may be changed to (AMB-56). */
  changesTo: readonly BusinessType[]
  /** Effective membership whatever was bought (AMB-30, AMB-65). */
  freePremium: boolean
  clickAndCollect: boolean
  /** The subscription page and the plans it may buy (AMB-67, AMB-72). */
  subscriptionPage: boolean
  buys: readonly ('basic' | 'premium' | 'digital')[]
  municipalServices: boolean
  firstInstantTab: 'service' | 'event'
  /** What « Publier », at hand everywhere, begins: the offer of the day, or an event. */
  publishes: 'offer' | 'event'
}

const shop = {
  registryNumbers: ['siret'],
  changesTo: ['commerce', 'entreprise'],
  freePremium: false,
  clickAndCollect: true,
  subscriptionPage: true,
  buys: ['basic', 'premium', 'digital'],
  municipalServices: false,
  firstInstantTab: 'service',
  publishes: 'offer',
} as const satisfies Omit<BusinessOffers, 'label'>

const offers: Record<BusinessType, BusinessOffers> = {
  commerce: { label: 'Commerce', ...shop },
  entreprise: { label: 'Entreprise', ...shop },
  association: {
    label: 'Association',
    registryNumbers: ['rna', 'siret'],
    changesTo: ['association'],
    freePremium: true,
    clickAndCollect: false,
    subscriptionPage: true,
    buys: ['digital'],
    municipalServices: false,
    firstInstantTab: 'service',
    publishes: 'event',
  },
  mairie: {
    label: 'Mairie',
    registryNumbers: ['siret'],
    changesTo: ['mairie'],
    freePremium: true,
    clickAndCollect: false,
    subscriptionPage: false,
    buys: [],
    municipalServices: true,
    firstInstantTab: 'event',
    publishes: 'event',
  },
}

export const businessTypes = ['commerce', 'entreprise', 'association', 'mairie'] as const

export function isBusinessType(text: string): text is BusinessType {
  return Object.hasOwn(offers, text)
}

/** The one table of what each type of business is offered; replaces tests on the type elsewhere. */
export function offersOf(type: BusinessType): BusinessOffers {
  return offers[type]
}

/** The type may be written `to` for a business of type `from`: commerce and entreprise exchange, no other (AMB-56, E-023). */
export function mayChangeType(from: BusinessType, to: BusinessType): boolean {
  return offers[from].changesTo.includes(to)
}
