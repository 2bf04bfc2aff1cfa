import type { RegistryNumberKind } from './registry-number.ts'

export const businessTypes = ['commerce', 'entreprise', 'association', 'mairie'] as const
export type BusinessType = (typeof businessTypes)[number]

export type BusinessOffers = {
  /** French name of the type. */
  label: string
  /** Registry numbers accepted at registration, the first one being asked for. */
  registryNumbers: readonly RegistryNumberKind[]
  /** INSEE’s legal categories that it may have, where a registry knows one. */
  legalCategories: RegExp
  /** Types it may be changed to. */
  changesTo: readonly BusinessType[]
  /** Effective membership whatever was bought. */
  freePremium: boolean
  clickAndCollect: boolean
  /** The subscription page and the plans it may buy. */
  subscriptionPage: boolean
  buys: readonly ('basic' | 'premium' | 'digital')[]
  municipalServices: boolean
  firstInstantTab: 'service' | 'event'
  /** What « Publier », at hand everywhere, begins: the offer of the day, or an event. */
  publishes: 'offer' | 'event'
}

const shop = {
  registryNumbers: ['siret'],
  // Anything but a commune or another local authority.
  legalCategories: /^(?!72)/,
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
    // 5195: a company of associations; 92xx.
    legalCategories: /^(5195|92)/,
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
    // 72xx: local authorities.
    legalCategories: /^72/,
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

export function isBusinessType(text: string): text is BusinessType {
  return Object.hasOwn(offers, text)
}

/** The one table of what each type of business is offered; replaces tests on the type elsewhere. */
export function offersOf(type: BusinessType): BusinessOffers {
  return offers[type]
}

/** The registry knows a legal category, and it is none of that type: the team is warned, nobody is refused. */
export function contradictsType(type: BusinessType, legalCategory: string | null): boolean {
  return legalCategory !== null && !offers[type].legalCategories.test(legalCategory)
}

/** The type may be written `to` for a business of type `from`: commerce and entreprise exchange, no other. */
export function mayChangeType(from: BusinessType, to: BusinessType): boolean {
  return offers[from].changesTo.includes(to)
}
