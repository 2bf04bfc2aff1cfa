import { checkTypedWeek, type EditedWeek, rangesOfWeek, weekOfRanges } from '@parvis/domain/hours/typed-week'
import { Suspense } from 'react'
import { afterFirstPaint, lazyPart, useAhead } from '../../../lib/after-first-paint.ts'
import { call } from '../../../lib/request.ts'
import { useVersionedForm } from '../../../lib/use-versioned-form.ts'
import { Card } from '../../../ui/card.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ResumedNotice } from '../../../ui/resumed-notice.tsx'
import { SaveRow } from '../../../ui/save-row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './hours.module.css'
import { hoursFieldText } from './hours-errors.ts'
import { StateLine, TodayActions } from './today-hours.tsx'
import { type ShownHours, useChangeHours, useHours } from './use-hours.ts'

// Fetched while the hours are asked for.
const loadWeek = () => import('./week-editor.tsx').then((it) => it.WeekEditor)
const WeekEditor = lazyPart(loadWeek)
const ExceptionsCard = lazyPart(() => import('./exceptions-card.tsx').then((it) => it.ExceptionsCard), afterFirstPaint)
const HolidaysCard = lazyPart(() => import('./holidays-card.tsx').then((it) => it.HolidaysCard), afterFirstPaint)
const SetsCard = lazyPart(() => import('./sets-card.tsx').then((it) => it.SetsCard), afterFirstPaint)

/** The week, closures and particular days, public holidays, extra hours. */
export function HoursPage() {
  const { data: hours, error, refetch } = useHours()
  useAhead(loadWeek)
  return (
    <div className="stack-3">
      <PageHeader title="Horaires" sentence={hours ? <StateLine hours={hours} /> : undefined} back="/company" />
      {hours ? null : <Loading error={error} retry={refetch} height={320} />}
      {hours ? (
        <>
          <TodayActions hours={hours} />
          <WeekCard hours={hours} reload={refetch} />
          <Suspense fallback={<Skeleton height={480} />}>
            <ExceptionsCard hours={hours} />
            <HolidaysCard hours={hours} />
            <SetsCard hours={hours} />
          </Suspense>
        </>
      ) : null}
    </div>
  )
}

const valuesOf = ({ week, appointmentDays = [] }: ShownHours): EditedWeek => ({
  ranges: rangesOfWeek(week),
  appointmentDays,
})

type WeekCardProps = { hours: ShownHours; reload: () => unknown }

function WeekCard({ hours, reload }: WeekCardProps) {
  const { mutateAsync } = useChangeHours(true)
  const form = useVersionedForm<ShownHours, EditedWeek>({
    stored: hours,
    valuesOf,
    reload,
    name: 'week',
    check: ({ ranges }): Record<string, string> =>
      checkTypedWeek(ranges).size > 0 ? { week: 'opening hours error' } : {},
    textOf: hoursFieldText,
    save: async ({ ranges, appointmentDays }, { version }) => {
      const body = { version, week: weekOfRanges(ranges), appointmentDays: [...appointmentDays] }
      const saved = await mutateAsync(() => call('PUT /v1/company/:id/hours/week', { body }))
      showToast('Vos horaires sont enregistrés')
      return saved
    },
  })
  return (
    <Card title="La semaine" sentence="Tapez 9 pour 9&nbsp;h, 930 pour 9&nbsp;h&nbsp;30.">
      <form className={styles.fields} id="field-week" onSubmit={form.onSubmit} noValidate>
        <ResumedNotice form={form} />
        <Suspense fallback={<Skeleton height={420} />}>
          <WeekEditor
            week={form.values}
            onChange={form.change}
            isChecked={form.errors.week !== undefined}
            isMain
            mayClose
          />
        </Suspense>
        <FieldErrorText error={form.failure && form.errors.week} />
        <SaveRow form={form} what="les horaires" label="Enregistrer la semaine" />
      </form>
    </Card>
  )
}
