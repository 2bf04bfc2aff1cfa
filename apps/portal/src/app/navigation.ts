import { type BusinessType, offersOf } from '@parvis/domain/kernel/business-type'
import type { Role } from '@parvis/domain/kernel/roles'
import {
  type Icon,
  IconAlertTriangle,
  IconBasket,
  IconBuildingStore,
  IconCalendarEvent,
  IconChartHistogram,
  IconDiamond,
  IconFileCertificate,
  IconLayoutGrid,
  IconMessages,
  IconShieldCheck,
  IconSparkles,
  IconSpeakerphone,
} from '@tabler/icons-react'
import type { Path } from '../lib/history.ts'
import { type GuardedCall, may } from '../lib/may.ts'

export type NavigationLink = {
  to: Path
  label: string
  /** Label under the icon of the phone's bottom bar. */
  short: string
  icon: Icon
  /** Other paths on which the link is marked as current. */
  also?: readonly string[]
}

const instantPaths = [
  '/publier',
  '/createService',
  '/createSpecialOffer',
  '/createAgendaEvent',
  '/editService',
  '/editSpecialOffer',
  '/editAgendaEvent',
]
const company: NavigationLink = {
  to: '/company',
  label: 'Mon établissement',
  short: 'Ma fiche',
  icon: IconBuildingStore,
  also: ['/editCompany', '/horaires', '/domaine'],
}
const townHall: NavigationLink = { ...company, label: 'Ma mairie' }
const instants: NavigationLink = {
  to: '/instants',
  label: 'Instants',
  short: 'Instants',
  icon: IconSparkles,
  also: [...instantPaths, '/mon-calendrier'],
}
const agenda: NavigationLink = { to: '/agenda', label: 'Agenda', short: 'Agenda', icon: IconCalendarEvent }
const messages: NavigationLink = { to: '/messages', label: 'Messages', short: 'Messages', icon: IconMessages }
const orders: NavigationLink = { to: '/commandes', label: 'Commandes', short: 'Commandes', icon: IconBasket }
const marketing: NavigationLink = {
  to: '/marketing',
  label: 'Communication',
  short: 'Communiquer',
  icon: IconSpeakerphone,
  also: ['/affiches'],
}
const subscription: NavigationLink = {
  to: '/subscription',
  label: 'Abonnement',
  short: 'Abonnement',
  icon: IconDiamond,
}
const services: NavigationLink = {
  to: '/services',
  label: 'Services municipaux',
  short: 'Services',
  icon: IconLayoutGrid,
}
const acts: NavigationLink = { to: '/actes', label: 'Actes', short: 'Actes', icon: IconFileCertificate }
const alerts: NavigationLink = { to: '/alertes', label: 'Alertes', short: 'Alertes', icon: IconAlertTriangle }
const desk: NavigationLink = { to: '/operateur', label: 'Bureau de l’équipe', short: 'Bureau', icon: IconShieldCheck }
const stats: NavigationLink = { to: '/stats', label: 'Statistiques', short: 'Stats', icon: IconChartHistogram }

/** Pages that a role may not open, by the call that they are for; pages below them too. */
const pageCalls: readonly (readonly [path: string, call: GuardedCall])[] = [
  ...instantPaths.map((path) => [path, 'POST /v1/instants'] as const),
  ['/editCompany', 'POST /v1/company/:id/update-settings-and-openingHours'],
  ['/horaires', 'PUT /v1/company/:id/hours/week'],
  ['/mon-calendrier', 'PUT /v1/company/:id/calendar'],
  ['/domaine', 'GET /v1/company/:id/domain'],
  ['/marketing', 'POST /v1/company/:id/codes'],
  ['/affiches', 'POST /v1/company/:id/codes'],
  ['/subscription', 'GET /v1/company/:id/subscription'],
  ['/payment', 'POST /v1/payment/create/paymentSession'],
  ['/commandes/reglages', 'PUT /v1/company/:id/order-settings'],
  ['/messages/reglages', 'POST /v1/company/:id/quick-replies'],
  ['/services', 'POST /v1/municipality/:id/service'],
  ['/actes', 'POST /v1/company/:id/acts'],
  ['/alertes', 'POST /v1/company/:id/alerts'],
]

/** Whether a role opens a page of the portal. */
export function mayOpen(role: Role, pathname: string): boolean {
  return pageCalls.every(([path, call]) => !pathname.startsWith(path) || may(role, call))
}

/** The primary action, in the middle of the phone's bottom bar. */
export function publishPathOf(type: BusinessType): '/publier' | '/createAgendaEvent' {
  return offersOf(type).publishes === 'offer' ? '/publier' : '/createAgendaEvent'
}

/** The links of a user, in order; the first four are those of the phone's bottom bar. */
export function linksOf(
  type: BusinessType,
  isSuperAdmin: boolean,
  takesOrders = false,
  role: Role = 'owner',
): NavigationLink[] {
  const { subscriptionPage, municipalServices } = offersOf(type)
  const links = municipalServices
    ? [townHall, instants, messages, agenda, services, acts, alerts, marketing]
    : [company, instants, messages, ...(takesOrders ? [orders] : []), agenda, marketing]
  const all = [...links, ...(subscriptionPage ? [subscription] : []), ...(isSuperAdmin ? [stats, desk] : [])]
  return all.filter(({ to }) => mayOpen(role, to))
}

/** Whether the link stands for the page shown. */
export function isCurrent(link: NavigationLink, pathname: string): boolean {
  return [link.to, ...(link.also ?? [])].some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** What a count beside a link counts, for who hears it. */
export function countWords(to: string, count: number): string {
  if (to === '/commandes') return 'à traiter'
  return count > 1 ? 'non lus' : 'non lu'
}
