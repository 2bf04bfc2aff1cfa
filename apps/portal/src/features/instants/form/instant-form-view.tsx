import { type InstantKind, instantKind } from '@parvis/domain/instants/kind'
import { followersText, formatDayTime } from '@parvis/domain/kernel/french-format'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { unlimited } from '@parvis/domain/subscription/plans'
import { type ReactNode, Suspense } from 'react'
import { afterFirstPaint, lazyPart } from '../../../lib/after-first-paint.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { NewerVersionDialog } from '../../../ui/newer-version-dialog.tsx'
import { PreviewLayout } from '../../../ui/preview-layout.tsx'
import { ResumedNotice } from '../../../ui/resumed-notice.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CapAlert } from '../cap-alert.tsx'
import { ShareSection } from '../share/share-section.tsx'
import { useShare } from '../share/use-share.ts'
import { fieldLabels, instantErrorText } from './instant-error-text.ts'
import { InstantPreview } from './instant-preview.tsx'
import type { InstantValues, Publication } from './instant-values.ts'
import { type Closing, LeaveDialog } from './leave-dialog.tsx'
import { NotificationSection } from './notification-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { NoticeReach, QuickReach } from './quick-reach.tsx'
import { InstantTextSection } from './text-section.tsx'
import { type InstantForm, type InstantFormOptions, useInstantForm } from './use-instant-form.ts'

/** The largest section, closed at first: after the first paint. */
const ScheduleSection = lazyPart(
  () => import('./schedule-section.tsx').then((it) => it.ScheduleSection),
  afterFirstPaint,
)

type InstantFormViewProps = Omit<InstantFormOptions, 'onSaved'> & {
  onSaved: (kind: InstantKind, publication: Publication) => void
  /** The cap of the plan is reached: only what is already typed is shown. */
  isFull?: boolean
  /** When the form is in a window that can be closed. */
  closing?: Closing
}

/** The four sections, the sharing, and Save, beside what residents will see. */
export function InstantFormView({ onSaved, isFull = false, closing, ...options }: InstantFormViewProps) {
  const share = useShare()
  const form = useInstantForm({
    ...options,
    // Shared after the save; a failure there leaves the saved instant as it is.
    onSaved: async (id, values) => {
      // An unpublished instant is not shared.
      const { publication = 'now' } = values
      if (publication !== 'now') return onSaved(savedKind(values), publication)
      const sayHow = await share.publish(id)
      onSaved(savedKind(values), publication)
      sayHow()
    },
  })
  if (isFull && !form.isDirty) return <CapAlert />
  return (
    <PreviewLayout preview={<InstantPreview values={form.values} instant={form.instant} />}>
      <form className="stack-2" noValidate onSubmit={form.onSubmit} aria-label="Instant">
        <ResumedNotice form={form} />
        <p className="note">Les champs marqués (*) sont obligatoires.</p>
        <div className="stack-2" inert={form.isPending}>
          <Section index={0} title="Texte">
            <InstantTextSection form={form} />
          </Section>
          <Section index={1} title="Photo et adresse">
            <PlaceSection form={form} />
          </Section>
          <Section index={2} title="Horaires">
            <Suspense fallback={<Skeleton height={320} />}>
              <ScheduleSection form={form} />
            </Suspense>
          </Section>
          <Section index={3} title="Notification">
            <NotificationSection form={form} />
          </Section>
        </div>
        <ShareSection share={share} />
        <PublicationSection form={form} />
        <SaveSection form={form} />
      </form>
      <NotificationDialog form={form} />
      <NewerInstant form={form} />
      <LeaveDialog form={form} closing={closing} />
    </PreviewLayout>
  )
}

/** The tab where the instant is found: a service with a date may have become an event. */
const savedKind = ({ category, tab }: InstantValues) => instantKind(category, tab === 'fixed')

/** Open at first, so that a phone only has to scroll; a wrong field opens its own again (`focusField`). */
const Section = ({ index, title, children }: { index: number; title: string; children: ReactNode }) => (
  <div data-section={index}>
    <Collapsible title={title} open>
      {children}
    </Collapsible>
  </div>
)

/** The instant was saved elsewhere since this form was opened. */
function NewerInstant({ form: { newer } }: { form: InstantForm }) {
  if (!newer) return null
  const { stored, values, question } = newer
  return <NewerVersionDialog {...question} preview={<InstantPreview values={values} instant={stored} />} />
}

/** Before saving without a notification: tell the followers, or not. */
function NotificationDialog({ form }: { form: InstantForm }) {
  const { question, company, instant } = form
  return (
    <Modal opened={question.isOpen} onClose={question.close} title="Prévenir vos abonnés&nbsp;?" size="narrow">
      <div className="stack-3">
        <QuickReach />
        <Button wide onClick={() => question.answer('quick')}>
          Oui, prévenir {followersText(company.followersCount)}
        </Button>
        <Button wide variant="secondary" onClick={() => question.answer('none')}>
          Non, {instant ? 'enregistrer' : 'publier'} sans prévenir
        </Button>
        <Button wide variant="quiet" onClick={question.close}>
          Annuler
        </Button>
      </div>
    </Modal>
  )
}

/** The errors and the save button, last and always in sight. */
function SaveSection({ form }: { form: InstantForm }) {
  const { errors, failure, isPending, progress } = form
  // With wrong fields the page leads to them; without, nothing but the bar is sure to be in sight.
  const isOfFields = Object.keys(errors).length > 0
  const summary = (
    <ErrorSummary errors={errors} labels={fieldLabels} failure={failure} titleOf={({ key }) => instantErrorText(key)} />
  )
  return (
    <>
      {isOfFields ? summary : null}
      <SaveBar label={labelOf(form)} isPending={isPending} progress={progress}>
        {isOfFields ? null : summary}
      </SaveBar>
    </>
  )
}

function labelOf({ instant, values: { publication = 'now' } }: InstantForm): string {
  if (publication === 'draft') return 'Garder en brouillon'
  if (publication === 'later') return 'Programmer'
  return instant && instant.publication.state === 'published' ? 'Enregistrer' : 'Publier'
}

const choices = [
  { value: 'now', label: 'Publier maintenant' },
  { value: 'later', label: 'Publier le…' },
  { value: 'draft', label: 'Garder en brouillon' },
] as const

/** When residents see it: at once, from a date on, or not yet. */
function PublicationSection({ form }: { form: InstantForm }) {
  const { values, change, instant } = form
  const publication = values.publication ?? 'now'
  const isPublished = instant?.publication.state === 'published' && instant.schedule !== null
  // What residents have seen is cancelled or paused from the list, not hidden from here.
  if (isPublished && publication === 'now') return null
  return (
    <Card title="Publication">
      <div className="stack-3">
        <SelectField
          name="publication"
          label="Quand les habitants le verront"
          value={publication}
          onChange={(next) => change({ publication: next })}
          options={choices}
        />
        {publication === 'later' ? <PublishLater form={form} /> : null}
        {publication === 'draft' ? (
          <p role="status">Vous seul le verrez, même sans date, jusqu’à ce que vous le publiiez.</p>
        ) : null}
      </div>
    </Card>
  )
}

function PublishLater({ form: { values, change, company } }: { form: InstantForm }) {
  const at = readDateTime(values.publishAt ?? '')
  return (
    <>
      <DateTimeField
        name="publishAt"
        label="Date de publication"
        hint="D’une minute à douze mois à l’avance"
        value={values.publishAt ?? ''}
        onChange={(publishAt) => change({ publishAt })}
      />
      {at ? <p role="status">Programmé pour le {formatDayTime(at.epochMilliseconds)}</p> : null}
      {company.subscription.allowedNotificationPerInstant === unlimited ? (
        <CheckboxField
          name="notifyAtPublication"
          label="Prévenir mes abonnés à la publication"
          value={values.notifyAtPublication === true}
          onChange={(notifyAtPublication) => change({ notifyAtPublication })}
        />
      ) : null}
      {at && values.notifyAtPublication ? <NoticeReach kind="instant" at={values.publishAt ?? ''} /> : null}
    </>
  )
}
