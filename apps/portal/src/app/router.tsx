import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { queryClient } from '../api/query-client.ts'
import { LoginPage } from '../features/access/login-page.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { PageLoader } from '../ui/page-loader.tsx'
import { parseSearch, type RouterContext, redirectFromHome, redirectSignedIn, stringifySearch } from './guards.ts'
import { offlineOrThrow, RouteError } from './route-error.tsx'

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage })

// Pages of signed-out visitors: no file of the signed-in part is loaded.
const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: redirectFromHome })
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Connexion' },
  beforeLoad: redirectSignedIn,
  // The only page that is not lazy: it is what a first visit shows, and it is small.
  component: LoginPage,
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/rejoindre',
  staticData: { title: 'Rejoindre une équipe' },
  component: lazyRouteComponent(() => import('../features/access/join-page.tsx'), 'JoinPage'),
})

const registrationPage = lazyRouteComponent(() => import('./registration-screen.tsx'), 'RegistrationScreen')
const registrationLayout = createRoute({
  getParentRoute: () => root,
  id: 'registration-layout',
  component: lazyRouteComponent(() => import('./registration-layout.tsx'), 'RegistrationLayout'),
})
const registration = createRoute({
  getParentRoute: () => registrationLayout,
  path: '/inscription',
  staticData: { title: 'Inscription' },
  component: registrationPage,
})
const registrationOfType = createRoute({
  getParentRoute: () => registrationLayout,
  path: '/inscription/$type',
  staticData: { title: 'Inscription' },
  beforeLoad: ({ params }) => {
    if (['commerce', 'association', 'entreprise', 'mairie'].includes(params.type)) return
    throw redirect({ to: '/inscription/$type', params: { type: 'commerce' }, search: true, replace: true })
  },
  component: registrationPage,
})
const formerRegistration = createRoute({
  getParentRoute: () => root,
  path: '/registration',
  beforeLoad: () => {
    throw redirect({ to: '/inscription', search: true, replace: true })
  },
})
const formerRegistrationOfType = createRoute({
  getParentRoute: () => root,
  path: '/registration/$type',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/inscription/$type', params, search: true, replace: true })
  },
})

// Pages of a session with a completed company; their guards are a file of their own, for the weight of /login.
const signedInGuards = () => import('./require-company.ts')
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async (guarded) => (await signedInGuards()).requireCompany(guarded),
  component: lazyRouteComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
})
const pages = [
  page('/company', 'Mon établissement', () => import('../features/company/company-page.tsx'), 'CompanyPage'),
  page(
    '/editCompany',
    'Modifier ma fiche',
    () => import('../features/company/edit-company-page.tsx'),
    'EditCompanyPage',
  ),
  page('/commandes', 'Commandes', () => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  page(
    '/commandes/historique',
    'Commandes terminées',
    () => import('../features/orders/order-history-page.tsx'),
    'OrderHistoryPage',
  ),
  page(
    '/commandes/reglages',
    'Réglages des commandes',
    () => import('../features/orders/order-settings-page.tsx'),
    'OrderSettingsPage',
  ),
  page('/horaires', 'Horaires', () => import('../features/company/hours/hours-page.tsx'), 'HoursPage'),
  page(
    '/subscription',
    'Abonnement',
    () => import('../features/subscription/subscription-page.tsx'),
    'SubscriptionPage',
    'refuseTownHall',
  ),
  page('/paymentSuccess', 'Paiement', () => import('../features/subscription/payment-pages.tsx'), 'PaymentSuccessPage'),
  page('/paymentFail', 'Paiement', () => import('../features/subscription/payment-pages.tsx'), 'PaymentFailPage'),
  page('/instants', 'Instants', () => import('../features/instants/instants-page.tsx'), 'InstantsPage'),
  page(
    '/publier',
    'Publier une offre',
    () => import('../features/instants/quick/quick-offer-page.tsx'),
    'QuickOfferPage',
  ),
  page(
    '/createService',
    'Nouveau service',
    () => import('../features/instants/instant-pages.tsx'),
    'CreateServicePage',
  ),
  page(
    '/createSpecialOffer',
    'Nouvelle offre',
    () => import('../features/instants/instant-pages.tsx'),
    'CreateSpecialOfferPage',
  ),
  page(
    '/createAgendaEvent',
    'Nouvel événement',
    () => import('../features/instants/instant-pages.tsx'),
    'CreateAgendaEventPage',
  ),
  page(
    '/editService/$id',
    'Modifier le service',
    () => import('../features/instants/instant-pages.tsx'),
    'EditServicePage',
  ),
  page(
    '/editSpecialOffer/$id',
    'Modifier l’offre',
    () => import('../features/instants/instant-pages.tsx'),
    'EditSpecialOfferPage',
  ),
  page(
    '/editAgendaEvent/$id',
    'Modifier l’événement',
    () => import('../features/instants/instant-pages.tsx'),
    'EditAgendaEventPage',
  ),
  page('/agenda', 'Agenda', () => import('../features/agenda/agenda-page.tsx'), 'AgendaPage'),
  page('/messages', 'Messages', () => import('./messages-screen.tsx'), 'MessagesScreen'),
  page(
    '/messages/reglages',
    'Réglages des messages',
    () => import('../features/messages/talk-settings-page.tsx'),
    'TalkSettingsPage',
  ),
  page('/marketing', 'Communication', () => import('../features/marketing/marketing-page.tsx'), 'MarketingPage'),
  page('/affiches', 'Affiches', () => import('../features/marketing/posters-page.tsx'), 'PostersPage'),
  page('/domaine', 'Nom de domaine', () => import('../features/domains/domain-page.tsx'), 'DomainPage'),
  page(
    '/services',
    'Services municipaux',
    () => import('../features/municipality/services-page.tsx'),
    'ServicesPage',
    'requireTownHall',
  ),
  page('/actes', 'Actes', () => import('../features/acts/acts-page.tsx'), 'ActsPage', 'requireTownHall'),
  page('/alertes', 'Alertes', () => import('../features/alerts/alerts-page.tsx'), 'AlertsPage', 'requireTownHall'),
  page('/stats', 'Statistiques', () => import('../features/stats/stats-page.tsx'), 'StatsPage', 'requireSuperAdmin'),
  page(
    '/notifications',
    'Notifications',
    () => import('../features/notices/notifications-page.tsx'),
    'NotificationsPage',
  ),
  page('/sessions', 'Mon compte', () => import('../features/access/account-page.tsx'), 'AccountPage'),
  page('/equipe', 'L’équipe', () => import('../features/team/team-page.tsx'), 'TeamPage'),
  page(
    '/operateur',
    'Bureau de l’équipe',
    () => import('../features/operator/operator-page.tsx'),
    'OperatorPage',
    'requireSuperAdmin',
  ),
]

function page<P extends string, M extends Record<string, ComponentType>, N extends keyof M>(
  path: P,
  title: string,
  load: () => Promise<M>,
  name: N,
  guard?: 'refuseTownHall' | 'requireTownHall' | 'requireSuperAdmin',
) {
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    staticData: { title },
    beforeLoad: async (guarded) => guard && (await signedInGuards())[guard](guarded),
    component: lazyRouteComponent(() => load().catch(offlineOrThrow), name),
  })
}

/** The router of this tab, made once: it listens to the history from then on. */
export function createPortalRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      login,
      join,
      formerRegistration,
      formerRegistrationOfType,
      registrationLayout.addChildren([registration, registrationOfType]),
      signedIn.addChildren(pages),
    ]),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 250,
    defaultPendingComponent: PageLoader,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
}

export type PortalRouter = ReturnType<typeof createPortalRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
  interface StaticDataRouteOption {
    title?: string
  }
}
