import { type MissingPart, profileCompleteness } from '@parvis/domain/company/completeness'
import { missingPartTexts } from '@parvis/domain/company/completeness.fr'
import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import { IconArrowRight, IconCirclePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type Company, useCompany } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { RichTextView } from '../../ui/rich-text-view.tsx'
import { AppInvitation } from './app-invitation.tsx'
import { CompanyHeader } from './company-header.tsx'
import styles from './company-page.module.css'
import { ContactCard } from './contact-card.tsx'
import { TodayHours } from './hours/today-hours.tsx'
import { IdentityNotice } from './identity-notice.tsx'
import { NumbersCard } from './numbers-card.tsx'
import { TownNumbersCard } from './town-numbers-card.tsx'
import { UpcomingInstants } from './upcoming-instants.tsx'
import { upcomingQuery } from './upcoming-query.ts'
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
      <TownNumbersCard company={company} />
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

/** Shown once to who tried to register again (R-033, AMB-27). */
function OwnerNotice() {
  const { state } = useLocation()
  if (!state.alreadyOwner) return null
  return (
    <Alert tone="info">Vous possédez déjà un établissement. Utilisez l’application mobile pour le mettre à jour.</Alert>
  )
}

/** What residents miss on the profile, the most useful first; nothing once all is there. */
function CompletenessCard({ company }: { company: Company }) {
  const upcoming = useQuery(upcomingQuery(company.companyId)).data
  if (!upcoming) return null
  const { percent, missing } = profileCompleteness({
    ...company,
    openHours: openingHoursOf(company.openHours),
    visibleInstants: upcoming.length,
  })
  if (missing.length === 0) return null
  return (
    <Card title={`Votre fiche est complète à ${percent}\u00a0%`} look="sunken">
      <progress className={styles.bar} value={percent} max={100} aria-label="Fiche complétée" />
      <ul className={styles.parts}>
        {missing.slice(0, 3).map((part) => (
          <li key={part}>
            <Link to={pageOf(part)}>
              <IconCirclePlus size={20} aria-hidden="true" />
              <span>{missingPartTexts[part]}</span>
              <IconArrowRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const pageOf = (part: MissingPart) => (part === 'instant' ? '/instants' : '/editCompany')
