import type { Company } from '../../../lib/session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { NewerVersionDialog } from '../../../ui/newer-version-dialog.tsx'
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
import { valuesOf } from './profile-values.ts'
import { type ProfileForm, useProfileForm } from './use-profile-form.ts'

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
    <PreviewLayout preview={<ProfilePreview values={form.values} company={company} />}>
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
      <NewerProfile form={form} />
    </PreviewLayout>
  )
}

/** The profile was saved elsewhere since this form was opened. */
function NewerProfile({ form: { newer, onSubmit } }: { form: ProfileForm }) {
  const { newer: stored } = newer
  if (!stored) return null
  return (
    <NewerVersionDialog
      title={newer.text}
      preview={<ProfilePreview values={valuesOf(stored)} company={stored} />}
      onKeepMine={() => {
        newer.allow()
        onSubmit()
      }}
      onTakeStored={() => newer.take(stored)}
      onClose={newer.close}
    />
  )
}
