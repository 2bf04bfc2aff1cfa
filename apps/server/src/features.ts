import type { FastifyInstance } from 'fastify'
import type { Dependencies } from './dependencies.ts'
import { accessRoutes } from './features/access/access.routes.ts'
import { secondProofRoutes } from './features/access/second-proof.routes.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { actsRoutes } from './features/acts/acts.routes.ts'
import { agendaRoutes } from './features/agenda/agenda.routes.ts'
import { alertsRoutes } from './features/alerts/alerts.routes.ts'
import { calendarsRoutes } from './features/calendars/calendars.routes.ts'
import { companyRoutes } from './features/company/company.routes.ts'
import { docsRoutes } from './features/docs/docs.routes.ts'
import { domainsRoutes } from './features/domains/domains.routes.ts'
import { hoursRoutes } from './features/hours/hours.routes.ts'
import { instantsRoutes } from './features/instants/instants.routes.ts'
import { legalRoutes } from './features/legal/legal.routes.ts'
import { messagesRoutes } from './features/messages/messages.routes.ts'
import { talkRoutes } from './features/messages/talk.routes.ts'
import { municipalityRoutes } from './features/municipality/municipality.routes.ts'
import { noticesRoutes } from './features/notices/notices.routes.ts'
import { openRoutes } from './features/open/open.routes.ts'
import { operatorRoutes } from './features/operator/operator.routes.ts'
import { ordersRoutes } from './features/orders/orders.routes.ts'
import { platformRoutes } from './features/platform/platform.routes.ts'
import { registrationRoutes } from './features/registration/registration.routes.ts'
import { reportsRoutes } from './features/reports/reports.routes.ts'
import { residentsRoutes } from './features/residents/residents.routes.ts'
import { siteRoutes } from './features/site/hosts/site.routes.ts'
import { siteCallsRoutes } from './features/site/residents/site-calls.routes.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { subscriptionRoutes } from './features/subscription/subscription.routes.ts'
import { teamRoutes } from './features/team/team.routes.ts'

/** Every feature that answers calls: one line each. */
export const features: ((app: FastifyInstance, deps: Dependencies) => void)[] = [
  platformRoutes,
  accessRoutes,
  secondProofRoutes,
  accountRoutes,
  registrationRoutes,
  companyRoutes,
  domainsRoutes,
  hoursRoutes,
  residentsRoutes,
  reportsRoutes,
  messagesRoutes,
  talkRoutes,
  ordersRoutes,
  noticesRoutes,
  teamRoutes,
  legalRoutes,
  municipalityRoutes,
  actsRoutes,
  alertsRoutes,
  calendarsRoutes,
  subscriptionRoutes,
  siteCallsRoutes,
  siteRoutes,
  statsRoutes,
  openRoutes,
  operatorRoutes,
  docsRoutes,
  instantsRoutes,
  agendaRoutes,
]
