import { type MissingPart, profileCompleteness } from '@parvis/domain/company/completeness'
import { missingPartTexts } from '@parvis/domain/company/completeness.fr'
import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import { IconArrowRight, IconCirclePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Company } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import styles from './completeness-card.module.css'
import { upcomingQuery } from './upcoming-query.ts'

/** What residents miss on the profile, the most useful first; nothing once all is there. */
export function CompletenessCard({ company }: { company: Company }) {
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
