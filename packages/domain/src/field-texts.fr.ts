import { actsFieldTexts } from './acts/acts.refusals.fr.ts'
import { alertsFieldTexts } from './alerts/alerts.refusals.fr.ts'
import { bookingsFieldTexts } from './bookings/bookings.refusals.fr.ts'
import { calendarsFieldTexts } from './calendars/calendar.refusals.fr.ts'
import { companyFieldTexts } from './company/company.refusals.fr.ts'
import { domainsFieldTexts } from './domains/domains.fr.ts'
import { hoursFieldTexts } from './hours/hours.texts.fr.ts'
import { instantsFieldTexts } from './instants/instants.refusals.fr.ts'
import { legalFieldTexts } from './legal/legal.ts'
import { messagesFieldTexts } from './messages/messages.refusals.fr.ts'
import { municipalityFieldTexts } from './municipality/municipality.refusals.fr.ts'
import { openFieldTexts } from './open/open.fr.ts'
import { operatorFieldTexts } from './operator/operator.refusals.fr.ts'
import { ordersFieldTexts } from './orders/orders.refusals.fr.ts'
import { registrationFieldTexts } from './registration/registration.refusals.fr.ts'
import { reportsFieldTexts } from './reports/reports.refusals.fr.ts'
import { teamFieldTexts } from './team/team.refusals.fr.ts'

/** The French sentence of every field key: one line per feature. A key may hold {L} and {H}, a picture's least size. */
export const fieldTexts: Record<string, string> = {
  ...legalFieldTexts,
  ...actsFieldTexts,
  ...alertsFieldTexts,
  ...calendarsFieldTexts,
  ...bookingsFieldTexts,
  ...companyFieldTexts,
  ...domainsFieldTexts,
  ...hoursFieldTexts,
  ...municipalityFieldTexts,
  ...openFieldTexts,
  ...ordersFieldTexts,
  ...operatorFieldTexts,
  ...registrationFieldTexts,
  ...reportsFieldTexts,
  ...instantsFieldTexts,
  ...messagesFieldTexts,
  ...teamFieldTexts,
}
