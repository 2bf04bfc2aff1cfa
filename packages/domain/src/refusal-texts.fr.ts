import { accessRefusalTexts } from './access/access.refusals.fr.ts'
import { actsRefusalTexts } from './acts/acts.refusals.fr.ts'
import { alertsRefusalTexts } from './alerts/alerts.refusals.fr.ts'
import { bookingsRefusalTexts } from './bookings/bookings.refusals.fr.ts'
import { calendarsRefusalTexts } from './calendars/calendar.refusals.fr.ts'
import { companyRefusalTexts } from './company/company.refusals.fr.ts'
import { domainsRefusalTexts } from './domains/domains.fr.ts'
import { hoursRefusalTexts } from './hours/hours.texts.fr.ts'
import { instantsRefusalTexts } from './instants/instants.refusals.fr.ts'
import { requestRefusalTexts } from './kernel/request.refusals.fr.ts'
import { messagesRefusalTexts } from './messages/messages.refusals.fr.ts'
import { municipalityRefusalTexts } from './municipality/municipality.refusals.fr.ts'
import { ordersRefusalTexts } from './orders/orders.refusals.fr.ts'
import type { RefusalKey } from './refusals.ts'
import { registrationRefusalTexts } from './registration/registration.refusals.fr.ts'
import { siteRefusalTexts } from './site/site.refusals.fr.ts'
import { subscriptionRefusalTexts } from './subscription/subscription.refusals.fr.ts'
import { teamRefusalTexts } from './team/team.refusals.fr.ts'

/** The French sentence of every refusal: a missing one does not compile. */
export const refusalTexts: Record<RefusalKey, string> = {
  ...requestRefusalTexts,
  ...accessRefusalTexts,
  ...actsRefusalTexts,
  ...alertsRefusalTexts,
  ...calendarsRefusalTexts,
  ...bookingsRefusalTexts,
  ...companyRefusalTexts,
  ...domainsRefusalTexts,
  ...hoursRefusalTexts,
  ...instantsRefusalTexts,
  ...messagesRefusalTexts,
  ...municipalityRefusalTexts,
  ...ordersRefusalTexts,
  ...registrationRefusalTexts,
  ...siteRefusalTexts,
  ...subscriptionRefusalTexts,
  ...teamRefusalTexts,
}
