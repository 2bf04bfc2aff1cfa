import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import { useCompany } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { RichTextView } from '../../ui/rich-text-view.tsx'
import { AppInvitation } from './app-invitation.tsx'
import { CompanyHeader } from './company-header.tsx'
import styles from './company-page.module.css'
import { CompletenessCard } from './completeness-card.tsx'
import { ContactCard } from './contact-card.tsx'
import { TodayHours } from './hours/today-hours.tsx'
import { IdentityNotice } from './identity-notice.tsx'
import { NumbersCard } from './numbers-card.tsx'
import { OwnerNotice } from './owner-notice.tsx'
import { UpcomingInstants } from './upcoming-instants.tsx'
import { WeekHours } from './week-hours.tsx'
import { YourPageCard } from './your-page-card.tsx'

/** The company as it stands, and what would make it better (P-001 to P-028). */
export function CompanyPage() {
  const company = useCompany()
  const hours = openingHoursOf(company.openHours)
  return (
    <div className={styles.page}>
      <OwnerNotice />
      <CompanyHeader company={company} />
      <IdentityNotice company={company} />
      <CompletenessCard company={company} />
      <YourPageCard company={company} />
      <NumbersCard companyId={company.companyId} />
      <UpcomingInstants company={company} />
      <div className={styles.columns}>
        <Card title="À propos">
          {company.description ? <RichTextView html={company.description} /> : <p>Pas encore de description.</p>}
        </Card>
        <Card title="Horaires">
          <TodayHours />
          <WeekHours hours={hours} />
        </Card>
      </div>
      <ContactCard company={company} />
      <AppInvitation zipCode={company.zipCode} />
    </div>
  )
}
