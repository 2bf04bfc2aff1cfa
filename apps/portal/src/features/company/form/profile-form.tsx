import type { Company } from '../../../lib/session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { PreviewLayout } from '../../../ui/preview-layout.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { ContactSection } from './contact-section.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { HoursSection } from './hours-section.tsx'
import { IdentitySection } from './identity-section.tsx'
import { LocationSection } from './location-section.tsx'
import { PremiumSection } from './premium-section.tsx'
import styles from './profile-form.module.css'
import { ProfilePreview } from './profile-preview.tsx'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

type ProfileFormViewProps = {
  company: Company
  submitLabel: string
  /** The category to start from when none is stored. */
  firstCategory?: string
  /** Categories that the registry suggests. */
  candidates?: readonly string[]
  onSaved: (company: Company) => void
}

/** The whole profile, beside what residents will see. Registration asks for the identity documents too. */
export function ProfileFormView(props: ProfileFormViewProps) {
  const { company, submitLabel, firstCategory = '', candidates, onSaved } = props
  const form = useProfileForm(company, firstCategory, onSaved)
  const isRegistering = company.category === null
  return (
    <PreviewLayout preview={<ProfilePreview form={form} />}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <DraftNotice form={form} />
        <p className={styles.required}>Les champs marqués (*) sont obligatoires.</p>
        <ProfileSection form={form} {...(candidates && { candidates })} />
        <LocationSection form={form} />
        <HoursSection form={form} />
        <ContactSection form={form} />
        {isRegistering ? <IdentitySection form={form} /> : <PremiumSection form={form} />}
        <SaveBar label={submitLabel} isPending={form.isPending} progress={form.progress}>
          {form.message ? (
            <Alert tone="danger" errorKey={form.message.key}>
              {form.message.text}
            </Alert>
          ) : null}
        </SaveBar>
      </form>
    </PreviewLayout>
  )
}
