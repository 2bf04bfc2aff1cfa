import { categoryLabel } from '@parvis/domain/company/categories'
import { type HoursPlan, planOfWeek } from '@parvis/domain/hours/day-hours'
import { checkTypedWeek } from '@parvis/domain/hours/typed-week'
import { counted, formatDayTime } from '@parvis/domain/kernel/french-format'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { IconMapPin, IconPhone, IconShoppingBag, IconWorld } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { plainLink } from '../../../lib/plain-link.ts'
import type { Company } from '../../../lib/session.ts'
import { focusField } from '../../../lib/use-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { NewerVersionDialog } from '../../../ui/newer-version-dialog.tsx'
import { useObjectUrl } from '../../../ui/picture/use-object-url.ts'
import { PreviewLayout } from '../../../ui/preview-layout.tsx'
import { RichTextView } from '../../../ui/rich-text-view.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import shown from '../../../ui/shown-page.module.css'
import { OpeningLine, WeekHours } from '../opening-line.tsx'
import { placeLine } from '../place-line.ts'
import { ContactSection, HoursSection, IdentitySection, LocationSection } from './contact-section.tsx'
import { PremiumSection } from './premium-section.tsx'
import styles from './profile-form.module.css'
import { ProfileSection } from './profile-section.tsx'
import { hoursRowsOf, type ProfileValues, profileFields } from './profile-values.ts'
import view from './resident-view.module.css'
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

/** The whole profile, beside what residents will see. Registration asks for the identity documents too, and so does a refusal of them. */
export function ProfileFormView(props: ProfileFormViewProps) {
  const { company, submitLabel, firstCategory = '', candidates, onSaved } = props
  const form = useProfileForm(company, firstCategory, onSaved)
  const isRegistering = company.category === null
  return (
    <PreviewLayout preview={<ProfilePreview values={form.values} company={company} />}>
      <form className="stack-3" noValidate onSubmit={form.onSubmit}>
        <DraftNotice form={form} />
        <p className="soft">Les champs marqués (*) sont obligatoires.</p>
        <div className="stack-3" inert={form.isPending}>
          <ProfileSection form={form} {...(candidates && { candidates })} />
          <LocationSection form={form} />
          <HoursSection form={form} />
          <ContactSection form={form} />
          {isRegistering || company.identityStatus === 'refused' ? <IdentitySection form={form} /> : null}
          {isRegistering ? null : <PremiumSection form={form} />}
        </div>
        <SaveBar label={submitLabel} isPending={form.isPending} progress={form.progress}>
          <FailureAlert error={form.message} />
          <LeftToFill left={form.left} />
        </SaveBar>
      </form>
      <NewerProfile form={form} />
    </PreviewLayout>
  )
}

/** The number of fields left, and a link to the next one. */
function LeftToFill({ left }: { left: readonly string[] }) {
  const next = left.filter((field) => field in profileFields).slice(0, 2)
  if (next.length === 0) return null
  return (
    <p className={`note ${styles.left}`}>
      Encore {counted(left.length, 'champ')}&nbsp;:{' '}
      {next.map((field, index) => (
        <Fragment key={field}>
          {index > 0 ? ', ' : null}
          <button type="button" onClick={() => focusField(field)}>
            {profileFields[field]?.label}
          </button>
        </Fragment>
      ))}
      {left.length > next.length ? '…' : null}
    </p>
  )
}

/** The profile was saved elsewhere since this form was opened. */
function NewerProfile({ form: { newer } }: { form: ProfileForm }) {
  if (!newer) return null
  const { stored, values, question } = newer
  return <NewerVersionDialog {...question} preview={<ProfilePreview values={values} company={stored} />} />
}

/** Says that what was typed before is back, and since when. */
function DraftNotice({ form }: { form: ProfileForm }) {
  if (form.draftFrom === undefined) return null
  return (
    <Alert
      tone="info"
      title={`Votre brouillon du ${formatDayTime(form.draftFrom)} est de retour`}
      action={
        <SmallButton onClick={form.discardDraft}>
          {form.company.category === null ? 'Tout effacer et recommencer' : 'Repartir de la fiche enregistrée'}
        </SmallButton>
      }
    >
      Vos textes sont gardés sur cet appareil jusqu’à l’enregistrement&nbsp;; les photos sont à choisir à nouveau.
    </Alert>
  )
}

/** Preview of the public page, from the typed values. */
function ProfilePreview({ values, company }: { values: ProfileValues; company: Company }) {
  const profileImage = useObjectUrl(values.profileImage) ?? company.profileImage
  const coverImage = useObjectUrl(values.coverImage) ?? company.coverImage
  const faults = checkTypedWeek(values.openingHours)
  const rows = hoursRowsOf(values.openingHours.filter(({ key }) => !faults.has(key)))
  return (
    <ResidentView
      profile={{
        name: values.name,
        categoryLabel: values.category && categoryLabel(values.category, values.type),
        profileImage,
        coverImage,
        description: values.description,
        plan: planOfWeek(
          rows.map(({ type, ...row }) => ({ ...row, dayType: type })),
          values.appointmentDays,
        ),
        address: placeLine(values),
        phoneNumber: values.phoneNumber,
        website: values.noWebsite ? '' : values.website,
        clickAndCollect: values.cacActive ? 'Click and collect' : '',
      }}
    />
  )
}

/** What a resident sees of a business that is being typed. */
type ResidentProfile = {
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
function ResidentView({ profile }: { profile: ResidentProfile }) {
  const { name, categoryLabel, profileImage, coverImage, description, plan } = profile
  return (
    <article className={shown.page}>
      <div className={view.cover}>{coverImage ? <img className="fill" src={coverImage} alt="" /> : null}</div>
      <div className={`flex between bottom ${view.head}`}>
        <div className={view.portrait}>{profileImage ? <img className="fill" src={profileImage} alt="" /> : null}</div>
        <span className={view.follow}>Suivre</span>
      </div>
      <p className={`top-1 anywhere ${view.name}`}>{name || 'Votre établissement'}</p>
      <p className="below-1 soft">{categoryLabel || 'Votre métier'}</p>
      <OpeningLine plan={plan} />
      <div className={view.about}>
        {description ? <RichTextView html={description} /> : <p className="soft">Votre description ici.</p>}
      </div>
      <Line icon={<IconMapPin size={18} />} text={profile.address} />
      <Line icon={<IconPhone size={18} />} text={formatPhone(profile.phoneNumber)} />
      <Line icon={<IconWorld size={18} />} text={plainLink(profile.website)} />
      <Line icon={<IconShoppingBag size={18} />} text={profile.clickAndCollect} />
      <div className={`ruled top-2 ${view.hours}`}>
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
