import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import { pictureRules } from '@parvis/domain/company/picture-sizes'
import { hourOf } from '@parvis/domain/hours/hours.texts.fr'
import { textLengths, textsFromOne } from '@parvis/domain/instants/instant-form'
import type { TypedFixedItem } from '@parvis/domain/instants/typed-schedule'
import { followersText } from '@parvis/domain/kernel/french-format'
import { IconAdjustments } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Temporal } from 'temporal-polyfill'
import { deviceKey } from '../../../api/query.ts'
import { lazyPart, useAhead } from '../../../lib/after-first-paint.ts'
import { type Company, useCompany } from '../../../lib/session.ts'
import type { FieldError } from '../../../lib/use-form.ts'
import { useLeave } from '../../../lib/use-leave.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PageLoader } from '../../../ui/page-loader.tsx'
import { PreviewButton } from '../../../ui/preview-button.tsx'
import { PreviewLayout } from '../../../ui/preview-layout.tsx'
import { ResumedNotice } from '../../../ui/resumed-notice.tsx'
import { FormEnd } from '../../../ui/save-bar.tsx'
import { TextareaField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CapAlert, useCap } from '../cap-alert.tsx'
import { knownPictures, lastPicture } from '../form/fetch-picture.ts'
import { fieldLabels } from '../form/instant-error-text.ts'
import { InstantPreview } from '../form/instant-preview.tsx'
import type { InstantValues } from '../form/instant-values.ts'
import { emptyValues } from '../form/instant-values.ts'
import { LeaveDialog } from '../form/leave-dialog.tsx'
import { QuickReach } from '../form/quick-reach.tsx'
import { todayItem, tomorrowItem } from '../form/schedule-choices.ts'
import { type InstantForm, useInstantForm } from '../form/use-instant-form.ts'
import { instantsQuery } from '../instants.queries.ts'
import { exampleOf } from '../kinds.fr.ts'
import styles from './quick-offer-page.module.css'

const loadWholeForm = () => import('../form/instant-form-view.tsx').then((it) => it.InstantFormView)
const InstantFormView = lazyPart(loadWholeForm)

/** The offer of the day in three gestures: one text, the last picture, until closing. All the rest is one button away. */
export function QuickOfferPage() {
  const company = useCompany()
  const now = useNow()
  const instants = useQuery(instantsQuery)
  const cap = useCap(instants.data)
  const picture = useLastPicture(company, instants.data)
  const [whole, setWhole] = useState<InstantValues>()
  const leave = useLeave()
  useAhead(loadWholeForm)
  const finish = () => {
    showToast('Votre offre est publiée')
    leave({ to: '/instants', state: { instantKind: 'specialOffer' } })
  }
  if (instants.error && !instants.data) {
    return <LoadError error={instants.error} onRetry={() => void instants.refetch()} page />
  }
  if (picture === undefined) return <PageLoader />
  const initial = {
    ...emptyValues('specialOffer', company),
    picture,
    fixed: todayItem(now, openingHoursOf(company.openHours)),
  }
  return (
    <>
      <PageHeader title="Publier une offre" sentence="Une phrase suffit : les habitants la lisent tout de suite." />
      {whole ? (
        <Suspense fallback={<PageLoader />}>
          <InstantFormView kind="specialOffer" initial={whole} isStarted onSaved={finish} />
        </Suspense>
      ) : (
        <QuickForm initial={initial} isFull={cap.specialOffer.isReached} onWhole={setWhole} onSaved={finish} />
      )}
    </>
  )
}

/** Undefined while it is being read, null when there is none. */
function useLastPicture(company: Company, instants: Parameters<typeof knownPictures>[0] | undefined) {
  const { data } = useQuery({
    queryKey: deviceKey('last-picture', company.companyId),
    queryFn: () => lastPicture(knownPictures(instants ?? [], company)),
    enabled: instants !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data
}

type QuickFormProps = {
  initial: InstantValues
  isFull: boolean
  /** Goes on in the whole form, with what was written. */
  onWhole: (values: InstantValues) => void
  onSaved: () => void
}

function QuickForm({ initial, isFull, onWhole, onSaved }: QuickFormProps) {
  const form = useInstantForm({ kind: 'specialOffer', initial, onSaved })
  const { company, values, change, field, now, failure } = form
  const [text, setText] = useState(values.longDescription)
  const write = (written: string) => {
    setText(written)
    change(textsFromOne(written, company.name))
  }
  const restart = () => {
    form.reset()
    setText(initial.longDescription)
  }
  if (isFull && !form.isDirty) return <CapAlert />
  const { title, shortDescription, longDescription, ...others } = form.errors
  return (
    <PreviewLayout preview={<InstantPreview values={values} instant={undefined} />}>
      <form
        className={`stack-3 ${styles.form}`}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        aria-label="Offre du jour"
      >
        <ResumedNotice form={{ ...form, reset: restart }} />
        <TextareaField
          name="title"
          label="Votre offre"
          required
          rows={3}
          placeholder={`Par exemple ${exampleOf('specialOffer', company)}`}
          value={text}
          onChange={write}
          limit={textLengths.longDescription[1]}
          error={ownWords(title ?? shortDescription ?? longDescription)}
        />
        <MomentField
          value={values.fixed}
          now={now}
          company={company}
          onChange={(fixed) => change({ fixed })}
          onMoved={(fixed) => form.complete({ fixed, otherDates: [], tab: 'fixed', publication: 'now' })}
        />
        <ImageField {...field('picture')} label="Photo" required target={pictureRules.instant.exact} />
        <div>
          <Button variant="quiet" icon={IconAdjustments} disabled={form.isPending} onClick={() => onWhole(values)}>
            Tous les réglages
          </Button>
        </div>
        <PublishBar form={form}>
          <ErrorSummary errors={others} labels={fieldLabels} failure={failure} />
        </PublishBar>
      </form>
      <LeaveDialog form={form} />
    </PreviewLayout>
  )
}

/** The rules speak of a title and of descriptions, which are not on this screen. */
function ownWords(error: FieldError | undefined): FieldError | undefined {
  if (!error) return undefined
  const isEmpty = error.key === 'form_data_error'
  const text = isEmpty ? 'Écrivez votre offre' : 'Écrivez votre offre en quelques mots, 3000 caractères au plus'
  return { key: error.key, text }
}

type MomentFieldProps = {
  value: TypedFixedItem | null
  now: Temporal.Instant
  company: Company
  onChange: (item: TypedFixedItem) => void
  /** What was begun before, or on a page left open, has the hours of another moment than the chosen one. */
  onMoved: (item: TypedFixedItem) => void
}

/** Until closing, as the opening hours say, or tomorrow. */
function MomentField({ value, now, company, onChange, onMoved }: MomentFieldProps) {
  const hours = openingHoursOf(company.openHours)
  const [today, tomorrow] = [todayItem(now, hours), tomorrowItem(now, hours)]
  const isToday = value?.startDay !== tomorrow.startDay
  const chosen = isToday ? today : tomorrow
  useEffect(() => {
    if (value?.startDay !== chosen.startDay || value.endTime !== chosen.endTime) onMoved(chosen)
  })
  const ends = today.endTime === '23:59' ? 'Jusqu’à ce soir' : `Jusqu’à la fermeture, ${hourOf(today.endTime)}`
  const moments = [
    { label: ends, item: today, isChosen: isToday },
    {
      label: `Demain, ${hourOf(tomorrow.startTime)} – ${hourOf(tomorrow.endTime)}`,
      item: tomorrow,
      isChosen: !isToday,
    },
  ]
  return (
    <Field name="activationTimes" label="Quand" required group>
      {({ name }) => (
        <div className="row">
          {moments.map(({ label, item, isChosen }) => (
            <label key={label} className={`tap ${styles.moment}`}>
              <input type="radio" name={name} checked={isChosen} onChange={() => onChange(item)} />
              {label}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}

/** Why it failed, then buttons that name what they do, all in sight; without followers, none offers to notify. */
function PublishBar({ form, children }: { form: InstantForm; children: ReactNode }) {
  const { isPending, progress, question } = form
  const { followersCount } = form.company
  const { fixed } = form.values
  return (
    <FormEnd isPending={isPending} progress={progress} wrong={children}>
      {followersCount > 0 ? (
        <>
          <QuickReach end={fixed ? `${fixed.endDay} ${fixed.endTime}` : ''} />
          <Button wide loading={isPending} onClick={() => question.answer('quick')}>
            Publier et prévenir {followersText(followersCount)}
          </Button>
        </>
      ) : null}
      <div className="flex gap-half">
        <PreviewButton />
        <Button
          wide
          variant={followersCount > 0 ? 'secondary' : 'primary'}
          disabled={isPending}
          onClick={() => question.answer('none')}
        >
          {followersCount > 0 ? 'Publier sans prévenir' : 'Publier'}
        </Button>
      </div>
    </FormEnd>
  )
}
