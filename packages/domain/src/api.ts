import { accessContract } from './access/access.contract.ts'
import { secondProofContract } from './access/second-proof.contract.ts'
import { accountContract } from './account/account.contract.ts'
import { actsContract } from './acts/acts.contract.ts'
import { agendaContract } from './agenda/agenda.contract.ts'
import { alertsContract } from './alerts/alerts.contract.ts'
import { bookingsContract } from './bookings/bookings.contract.ts'
import { bookingClicksContract, siteBookingsContract } from './bookings/site-bookings.contract.ts'
import { calendarsContract } from './calendars/calendars.contract.ts'
import { companyContract } from './company/company.contract.ts'
import { photosContract } from './company/photos.contract.ts'
import { docsContract } from './docs/docs.contract.ts'
import { domainsContract } from './domains/domains.contract.ts'
import { hoursContract } from './hours/hours.contract.ts'
import { instantsContract } from './instants/instants.contract.ts'
import type { Answer, EndpointAt, KeyOf } from './kernel/contract.ts'
import { legalContract } from './legal/legal.contract.ts'
import { marketingContract } from './marketing/marketing.contract.ts'
import { laterContract } from './messages/later.contract.ts'
import { messagesContract } from './messages/messages.contract.ts'
import { talkContract } from './messages/talk.contract.ts'
import { municipalityContract } from './municipality/municipality.contract.ts'
import { noticesContract } from './notices/notices.contract.ts'
import { openContract, openDataContract } from './open/open.contract.ts'
import { operatorContract } from './operator/operator.contract.ts'
import { orderDeskContract } from './orders/order-desk.contract.ts'
import { ordersContract } from './orders/orders.contract.ts'
import { platformContract } from './platform/platform.contract.ts'
import { registrationContract } from './registration/registration.contract.ts'
import { reportsContract, siteReportsContract } from './reports/reports.contract.ts'
import { reachContract } from './residents/reach.contract.ts'
import { residentsContract } from './residents/residents.contract.ts'
import { choicesContract } from './site/choices.contract.ts'
import { codesContract } from './site/codes.contract.ts'
import { siteContract } from './site/site.contract.ts'
import { siteActsContract } from './site/site-acts.contract.ts'
import { statsContract } from './stats/stats.contract.ts'
import { subscriptionContract } from './subscription/subscription.contract.ts'
import { teamContract } from './team/team.contract.ts'

/** Every call of the product: one line per feature. */
export const api = {
  access: accessContract,
  account: accountContract,
  acts: actsContract,
  agenda: agendaContract,
  alerts: alertsContract,
  calendars: calendarsContract,
  choices: choicesContract,
  bookings: bookingsContract,
  bookingClicks: bookingClicksContract,
  codes: codesContract,
  company: companyContract,
  docs: docsContract,
  domains: domainsContract,
  hours: hoursContract,
  instants: instantsContract,
  later: laterContract,
  legal: legalContract,
  marketing: marketingContract,
  messages: messagesContract,
  municipality: municipalityContract,
  notices: noticesContract,
  open: openContract,
  openData: openDataContract,
  operator: operatorContract,
  orderDesk: orderDeskContract,
  orders: ordersContract,
  photos: photosContract,
  platform: platformContract,
  registration: registrationContract,
  reach: reachContract,
  reports: reportsContract,
  residents: residentsContract,
  secondProof: secondProofContract,
  site: siteContract,
  siteActs: siteActsContract,
  siteBookings: siteBookingsContract,
  siteReports: siteReportsContract,
  stats: statsContract,
  subscription: subscriptionContract,
  talk: talkContract,
  team: teamContract,
}

export type Api = typeof api

export type AnyEndpoint = { [F in keyof Api]: Api[F][keyof Api[F]] }[keyof Api]
export type EndpointKey = KeyOf<AnyEndpoint>
export type AnswerOf<K extends EndpointKey> = Answer<EndpointAt<AnyEndpoint, K>>
