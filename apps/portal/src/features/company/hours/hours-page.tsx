import { checkTypedWeek, type EditedWeek, rangesOfWeek, weekOfRanges } from '@parvis/domain/hours/typed-week'
import { Suspense, useRef, useState } from 'react'
import { afterFirstPaint, lazyPart, useAhead } from '../../../lib/after-first-paint.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { keepDraft, readDraft } from '../../../lib/drafts.ts'
import { call } from '../../../lib/request.ts'
import { useCompanyId } from '../../../lib/session.ts'
import { typographic } from '../../../lib/typographic.ts'
import { focusField } from '../../../lib/use-form.ts'
import { useLeaveWarning } from '../../../lib/use-leave-warning.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './hours.module.css'
import { hoursErrorText } from './hours-errors.ts'
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
          <WeekCard hours={hours} />
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

type StoredWeek = Pick<ShownHours, 'week' | 'appointmentDays'>
/** The week as read at a version, and as typed. */
type WeekDraft = { version: number; stored: StoredWeek; typed: EditedWeek }

const storedOf = ({ week, appointmentDays = [] }: ShownHours): StoredWeek => ({ week, appointmentDays })
const draftOf = (hours: ShownHours): WeekDraft => ({
  version: hours.version,
  stored: storedOf(hours),
  typed: { ranges: rangesOfWeek(hours.week), appointmentDays: hours.appointmentDays ?? [] },
})

/**
 * The week being typed, kept in this tab through another page, a reload and an ended session, with the version that it was read
 * from. Other changes of the hours leave it as it was read.
 */
function useWeekDraft(hours: ShownHours) {
  const name = `typed-week-${useCompanyId()}`
  const [kept] = useState(() => readDraft<WeekDraft>(name))
  const [draft, setDraft] = useState(() => kept ?? draftOf(hours))
  const [isDirty, setDirty] = useState(kept !== undefined)
  const latest = useRef(draft)
  const put = (next: WeekDraft, isTyped: boolean) => {
    latest.current = next
    setDraft(next)
    setDirty(isTyped)
    keepDraft(name, isTyped ? next : undefined)
  }
  const isSameWeek = JSON.stringify(storedOf(hours)) === JSON.stringify(draft.stored)
  return {
    typed: draft.typed,
    version: isSameWeek ? hours.version : draft.version,
    isDirty,
    isRestored: kept !== undefined && isDirty,
    edit: (typed: EditedWeek) => put({ ...draft, typed }, true),
    take: (stored: ShownHours) => put(draftOf(stored), false),
    /** After a save: what was typed since it was sent stays. */
    settle: (saved: ShownHours, sent: EditedWeek) => {
      const { typed } = latest.current
      put(typed === sent ? draftOf(saved) : { ...draftOf(saved), typed }, typed !== sent)
    },
  }
}

/** Sends the version that was read: a concurrent save is reported and nothing is overwritten. */
function WeekCard({ hours }: { hours: ShownHours }) {
  const { typed, version, isDirty, isRestored, edit, take, settle } = useWeekDraft(hours)
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error, reset } = useChangeHours(true)
  useLeaveWarning(isDirty)
  const isNewer = error instanceof ApiError && error.code === 'NEWER_VERSION'
  const takeStored = () => {
    take(hours)
    setChecked(false)
    reset()
  }
  const save = (base = version) => {
    setChecked(true)
    if (checkTypedWeek(typed.ranges).size > 0) return focusField('week')
    const body = { version: base, week: weekOfRanges(typed.ranges), appointmentDays: [...typed.appointmentDays] }
    mutate(() => call('PUT /v1/company/:id/hours/week', { body }), {
      onSuccess: (saved) => {
        settle(saved, typed)
        setChecked(false)
        showToast('Vos horaires sont enregistrés')
      },
    })
  }
  return (
    <Card title="La semaine" sentence="Tapez 9 pour 9&nbsp;h, 930 pour 9&nbsp;h&nbsp;30.">
      <div className={styles.fields} id="field-week">
        {isRestored ? (
          <Alert tone="info" action={<SmallButton onClick={takeStored}>Revenir aux horaires enregistrés</SmallButton>}>
            Vos changements sont revenus, ils ne sont pas encore enregistrés.
          </Alert>
        ) : null}
        <Suspense fallback={<Skeleton height={420} />}>
          <WeekEditor week={typed} onChange={edit} isChecked={isChecked} isMain mayClose />
        </Suspense>
        {error ? (
          <Alert
            tone="danger"
            action={
              isNewer ? (
                <span className="inline wrap gap-2">
                  <Button size="small" onClick={takeStored}>
                    Reprendre les horaires de l’autre appareil
                  </Button>
                  <SmallButton onClick={() => save(hours.version)}>Garder les miens</SmallButton>
                </span>
              ) : undefined
            }
          >
            {isNewer ? `${messageOf(error)} ${typographic('Les vôtres sont encore ici.')}` : hoursErrorText(error)}
          </Alert>
        ) : null}
        <Button loading={isPending} onClick={() => save()}>
          Enregistrer la semaine
        </Button>
      </div>
    </Card>
  )
}
