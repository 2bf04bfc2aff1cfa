import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import page from '../company-page.module.css'
import { ExceptionsCard } from './exceptions-card.tsx'
import { HolidaysCard } from './holidays-card.tsx'
import styles from './hours.module.css'
import { hoursErrorText } from './hours-errors.ts'
import { SetsCard } from './sets-card.tsx'
import { StateLine } from './today-hours.tsx'
import { type ShownHours, useChangeHours, useHours } from './use-hours.ts'
import { rangesOfWeek, WeekEditor, weekOfRanges } from './week-editor.tsx'

/** The week, closures and particular days, public holidays, extra hours (H-014). */
export function HoursPage() {
  const { data: hours, error, refetch } = useHours()
  return (
    <div className={page.page}>
      <PageHeader
        title="Horaires"
        sentence={hours ? <StateLine hours={hours} /> : undefined}
        back={{ to: '/company', label: 'Mon établissement' }}
      />
      {error && !hours ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {!hours && !error ? <Skeleton height={320} /> : null}
      {hours ? (
        <>
          <WeekCard hours={hours} onReload={() => void refetch()} />
          <ExceptionsCard hours={hours} />
          <HolidaysCard hours={hours} />
          <SetsCard hours={hours} />
        </>
      ) : null}
    </div>
  )
}

/** Sends the version that was read: a concurrent save is reported and nothing is overwritten (H-020). */
function WeekCard({ hours, onReload }: { hours: ShownHours; onReload: () => void }) {
  const [read, setRead] = useState(hours)
  const [ranges, setRanges] = useState(() => rangesOfWeek(hours.week))
  const { mutate, isPending, error, reset } = useChangeHours({ isQuiet: true })
  // Other changes of the hours leave the week being edited as it was read.
  const isSameWeek = JSON.stringify(hours.week) === JSON.stringify(read.week)
  const { version } = isSameWeek ? hours : read
  const isNewer = error instanceof ApiError && error.code === 'NEWER_VERSION'
  const take = (next: ShownHours) => {
    setRead(next)
    setRanges(rangesOfWeek(next.week))
    reset()
  }
  const save = () =>
    mutate(
      (params) => call('PUT /v1/company/:id/hours/week', { params, body: { version, week: weekOfRanges(ranges) } }),
      {
        onSuccess: (saved) => {
          take(saved)
          showToast('Vos horaires sont enregistrés')
        },
        onError: onReload,
      },
    )
  return (
    <Card title="La semaine">
      <div className={styles.fields}>
        <WeekEditor ranges={ranges} onChange={setRanges} />
        {error ? (
          <Alert
            tone="danger"
            action={
              isNewer ? (
                <Button size="small" onClick={() => take(hours)}>
                  Reprendre les horaires de l’autre appareil
                </Button>
              ) : undefined
            }
          >
            {isNewer ? `${messageOf(error)} ${typographic('Les vôtres sont encore ici.')}` : hoursErrorText(error)}
          </Alert>
        ) : null}
        <Button loading={isPending} onClick={save}>
          Enregistrer la semaine
        </Button>
      </div>
    </Card>
  )
}
