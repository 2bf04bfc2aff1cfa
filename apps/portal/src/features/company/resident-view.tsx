import type { HoursPlan } from '@parvis/domain/hours/day-hours'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { IconMapPin, IconPhone, IconShoppingBag, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { plainLink } from '../../lib/plain-link.ts'
import { RichTextView } from '../../ui/rich-text-view.tsx'
import shown from '../../ui/shown-page.module.css'
import { OpeningLine, WeekHours } from './opening-line.tsx'
import styles from './resident-view.module.css'

/** What a resident sees of a business that is being typed. */
export type ResidentProfile = {
  name: string
  categoryLabel: string
  profileImage: string | null | undefined
  coverImage: string | null | undefined
  description: string
  plan: HoursPlan
  address: string
  phoneNumber: string
  website: string
  clickAndCollect: string
}

/** The page of a business in the residents' app. */
export function ResidentView({ profile }: { profile: ResidentProfile }) {
  const { name, categoryLabel, profileImage, coverImage, description, plan } = profile
  return (
    <article className={shown.page}>
      <div className={styles.cover}>{coverImage ? <img className="fill" src={coverImage} alt="" /> : null}</div>
      <div className={`flex between bottom ${styles.head}`}>
        <div className={styles.portrait}>
          {profileImage ? <img className="fill" src={profileImage} alt="" /> : null}
        </div>
        <span className={styles.follow}>Suivre</span>
      </div>
      <p className={`top-1 anywhere ${styles.name}`}>{name || 'Votre établissement'}</p>
      <p className="below-1 soft">{categoryLabel || 'Votre métier'}</p>
      <OpeningLine plan={plan} />
      <div className={styles.about}>
        {description ? <RichTextView html={description} /> : <p className="soft">Votre description ici.</p>}
      </div>
      <Line icon={<IconMapPin size={18} />} text={profile.address} />
      <Line icon={<IconPhone size={18} />} text={formatPhone(profile.phoneNumber)} />
      <Line icon={<IconWorld size={18} />} text={plainLink(profile.website)} />
      <Line icon={<IconShoppingBag size={18} />} text={profile.clickAndCollect} />
      <div className={`ruled top-2 ${styles.hours}`}>
        <WeekHours plan={plan} />
      </div>
    </article>
  )
}

function Line({ icon, text }: { icon: ReactNode; text: string }) {
  if (!text.trim()) return null
  return (
    <p className={`flex anywhere ${shown.line}`}>
      {icon}
      <span>{text}</span>
    </p>
  )
}
