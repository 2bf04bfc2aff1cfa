/** Its module, below features/ or in app/, the component that it exports, what asks before (require-company.ts). */
export type PageRoute = readonly [path: string, title: string, module: string, component: string, guard?: Guard]
type Guard = 'refuseTownHall' | 'requireTownHall' | 'requireSuperAdmin'

/** The pages of a signed-in establishment: read by the router, and by the build, which names each page's files (build/first-look.ts). */
export const pages = [
  ['/company', 'Mon établissement', 'features/company/company-page', 'CompanyPage'],
  ['/editCompany', 'Modifier ma fiche', 'features/company/edit-company-page', 'EditCompanyPage'],
  ['/commandes', 'Commandes', 'features/orders/orders-page', 'OrdersPage'],
  ['/commandes/historique', 'Commandes terminées', 'features/orders/order-history-page', 'OrderHistoryPage'],
  ['/commandes/reglages', 'Réglages des commandes', 'features/orders/order-settings-page', 'OrderSettingsPage'],
  ['/horaires', 'Horaires', 'features/company/hours/hours-page', 'HoursPage'],
  ['/subscription', 'Abonnement', 'features/subscription/subscription-page', 'SubscriptionPage', 'refuseTownHall'],
  ['/paymentSuccess', 'Paiement', 'features/subscription/payment-pages', 'PaymentSuccessPage'],
  ['/paymentFail', 'Paiement', 'features/subscription/payment-pages', 'PaymentFailPage'],
  ['/instants', 'Instants', 'features/instants/instants-page', 'InstantsPage'],
  ['/instants/$id/places', 'Places', 'features/instants/bookings/bookings-page', 'BookingsPage'],
  ['/publier', 'Publier une offre', 'features/instants/quick/quick-offer-page', 'QuickOfferPage'],
  ['/createService', 'Nouveau service', 'features/instants/instant-pages', 'CreateServicePage'],
  ['/createSpecialOffer', 'Nouvelle offre', 'features/instants/instant-pages', 'CreateSpecialOfferPage'],
  ['/createAgendaEvent', 'Nouvel événement', 'features/instants/instant-pages', 'CreateAgendaEventPage'],
  ['/editService/$id', 'Modifier le service', 'features/instants/instant-pages', 'EditServicePage'],
  ['/editSpecialOffer/$id', 'Modifier l’offre', 'features/instants/instant-pages', 'EditSpecialOfferPage'],
  ['/editAgendaEvent/$id', 'Modifier l’événement', 'features/instants/instant-pages', 'EditAgendaEventPage'],
  ['/agenda', 'Agenda', 'features/agenda/agenda-page', 'AgendaPage'],
  ['/messages', 'Messages', 'messages-screen', 'MessagesScreen'],
  ['/messages/reglages', 'Réglages des messages', 'features/messages/talk-settings-page', 'TalkSettingsPage'],
  ['/marketing', 'Communication', 'features/marketing/marketing-page', 'MarketingPage'],
  ['/affiches', 'Affiches', 'features/marketing/posters-page', 'PostersPage'],
  ['/mon-calendrier', 'Mon calendrier', 'features/calendars/calendar-page', 'CalendarPage'],
  ['/domaine', 'Nom de domaine', 'features/domains/domain-page', 'DomainPage'],
  ['/services', 'Services municipaux', 'features/municipality/services-page', 'ServicesPage', 'requireTownHall'],
  ['/actes', 'Actes', 'features/acts/acts-page', 'ActsPage', 'requireTownHall'],
  ['/alertes', 'Alertes', 'features/alerts/alerts-page', 'AlertsPage', 'requireTownHall'],
  ['/stats', 'Statistiques', 'features/stats/stats-page', 'StatsPage', 'requireSuperAdmin'],
  ['/notifications', 'Notifications', 'features/notices/notifications-page', 'NotificationsPage'],
  ['/sessions', 'Mon compte', 'features/access/account-page', 'AccountPage'],
  ['/compte/securite', 'Sécurité', 'features/access/security-page', 'SecurityPage'],
  ['/equipe', 'L’équipe', 'features/team/team-page', 'TeamPage'],
  ['/operateur', 'Bureau de l’équipe', 'features/operator/operator-page', 'OperatorPage', 'requireSuperAdmin'],
] as const satisfies readonly PageRoute[]

/**
 * The pages of the registration, which load nothing of those above: the build preloads their files.
 * @internal
 */
export const registrationPaths = ['/inscription', '/inscription/$type'] as const
