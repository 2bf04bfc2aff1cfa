import { offersOf } from '@parvis/domain/kernel/business-type'
import { followersText } from '@parvis/domain/kernel/french-format'
import { IconCirclePlus, IconEye, IconPencil, IconUsers, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { coverSources } from '../../lib/first-frame.ts'
import type { Company } from '../../lib/session.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './company-header.module.css'

/** Cover, picture, name, category, followers, today’s hours (`children`), and the way to change them. */
export function CompanyHeader({ company, children }: { company: Company; children: ReactNode }) {
  const { siteUrl: site } = company
  return (
    <header className={`box ${styles.header}`}>
      <div className={styles.cover}>
        {company.coverImage ? (
          <img
            src={company.coverImage}
            {...coverSources(company.coverImage)}
            className="fill"
            alt=""
            width={1200}
            height={600}
            fetchPriority="high"
          />
        ) : null}
      </div>
      <div className={`stack-2 ${styles.body}`}>
        <div className={styles.portrait}>
          <Picture src={company.profileImage} size={112} round />
        </div>
        <div className={styles.words}>
          <h1 className={styles.name}>{company.name}</h1>
          <p className="flex wrap gap-2 top-1 soft">
            <span>{company.categoryLabel}</span>
            <span className="inline gap-tight">
              <IconUsers size={18} aria-hidden="true" /> {followersText(company.followersCount)}
            </span>
          </p>
        </div>
        <div className="shrinks">{children}</div>
        <div className={`stack-1 ${styles.actions}`}>
          <Allowed call="POST /v1/instants">
            <PublishLink type={company.type} />
          </Allowed>
          <Allowed call="POST /v1/company/:id/update-settings-and-openingHours">
            <LinkButton to="/editCompany" icon={IconPencil}>
              Modifier ma fiche
            </LinkButton>
          </Allowed>
          {company.publicUrl ? (
            <LinkButton href={company.publicUrl} newTab icon={IconEye}>
              Voir comme un habitant
            </LinkButton>
          ) : null}
          {site ? (
            <LinkButton href={site} newTab icon={IconWorld}>
              Voir mon site
            </LinkButton>
          ) : null}
        </div>
      </div>
    </header>
  )
}

/** The primary action: an offer for a shop, an event for the others. */
function PublishLink({ type }: { type: Company['type'] }) {
  const isOffer = offersOf(type).publishes === 'offer'
  return (
    <LinkButton to={isOffer ? '/publier' : '/createAgendaEvent'} variant="primary" icon={IconCirclePlus}>
      {isOffer ? 'Publier une offre' : 'Publier un événement'}
    </LinkButton>
  )
}
