import { formatDay } from '@parvis/domain/kernel/french-format'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useCompanyId } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarQuery, type Followed, useChangeCalendar } from './calendar.queries.ts'
import styles from './calendar-page.module.css'
import { FollowForm } from './follow-form.tsx'

/** « Mon calendrier »: what the business writes elsewhere becomes its events here (docs/spec/open.md section 5). */
export function CalendarPage() {
  const companyId = useCompanyId()
  // The last try when a reading was asked: until another one ends, the page looks again.
  const [asked, setAsked] = useState<string | null>()
  const { data, error, refetch } = useQuery({
    ...calendarQuery(companyId),
    refetchInterval: ({ state }) => {
      const calendar = state.data?.calendar
      return calendar && (calendar.state === 'waiting' || calendar.readAt === asked) ? 2_000 : false
    },
  })
  const calendar = data?.calendar
  return (
    <div className="stack-3">
      <PageHeader
        title="Mon calendrier"
        sentence="Votre agenda Google, Outlook ou Apple, lu chaque heure&nbsp;: ce que vous y écrivez arrive ici tout seul."
        back={{ to: '/instants', label: 'Instants' }}
      />
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={240} /> : null}
      {calendar === null ? (
        <Card title="S’abonner à votre calendrier">
          <FollowForm />
        </Card>
      ) : null}
      {calendar ? (
        <Standing calendar={calendar} isAsked={calendar.readAt === asked} onAsked={() => setAsked(calendar.readAt)} />
      ) : null}
    </div>
  )
}

type StandingProps = { calendar: Followed; isAsked: boolean; onAsked: () => void }

/** What the last reading found, and what to do about it. */
function Standing({ calendar, isAsked, onAsked }: StandingProps) {
  const { text, state, readAt, events, drafts, published } = calendar
  const { read } = useChangeCalendar()
  const ask = useMutation({
    mutationFn: read,
    onSuccess: onAsked,
    meta: { toastsFailure: true },
  })
  const isReading = state === 'waiting' || isAsked
  return (
    <>
      <Card title={withoutQuery(calendar.url)}>
        <div className="stack-2">
          <Alert tone={tones[state]}>{isReading ? 'Lecture en cours…' : text}</Alert>
          {state === 'shrunk' && !isReading ? <Shrunk onAccept={() => ask.mutate(true)} /> : null}
          {events > 0 ? (
            <p>
              {draftsText(drafts)} · {published} en ligne.{' '}
              <Link to="/instants" state={{ instantKind: 'event' }}>
                Voir les instants
              </Link>
            </p>
          ) : null}
          <Publishing calendar={calendar} />
          <div className="row-center">
            <Button variant="secondary" disabled={isReading} onClick={() => ask.mutate(undefined)}>
              Lire maintenant
            </Button>
            <Stop />
          </div>
        </div>
      </Card>
      {readAt ? <LeftOut events={calendar.leftOut} /> : null}
      <Collapsible title="Changer l’adresse ou la catégorie">
        <FollowForm key={calendar.url} calendar={calendar} />
      </Collapsible>
    </>
  )
}

const tones = { waiting: 'info', read: 'success', failing: 'warning', shrunk: 'warning' } as const

const draftsText = (count: number) => `${count} ${count > 1 ? 'brouillons' : 'brouillon'}`

/** A calendar's address may hold a secret after its path. */
const withoutQuery = (url: string): string => url.replace(/^https?:\/\//, '').replace(/[?#].*$/, '')

/** Nothing is cancelled unless it is asked for. */
function Shrunk({ onAccept }: { onAccept: () => void }) {
  const [isWaiting, setWaiting] = useState(false)
  if (isWaiting) return <p>Rien ne change ici tant qu’ils ne sont pas revenus.</p>
  return (
    <div className="row-center">
      <Button variant="danger" onClick={onAccept}>
        Les annuler
      </Button>
      <Button variant="secondary" onClick={() => setWaiting(true)}>
        Attendre
      </Button>
    </div>
  )
}

/** The owner's word, once the first reading has shown what there is. */
function Publishing({ calendar: { url, categoryId, publish, drafts, state } }: { calendar: Followed }) {
  const { follow } = useChangeCalendar()
  const { mutate, isPending } = useMutation({
    mutationFn: (isPublished: boolean) => follow({ url, categoryId: String(categoryId), publish: isPublished }),
    meta: { toastsFailure: true },
  })
  if (state === 'waiting') return null
  if (publish)
    return (
      <p>
        Ce qui arrive de votre calendrier est publié sans vous demander.{' '}
        <Button variant="quiet" size="small" loading={isPending} onClick={() => mutate(false)}>
          Me demander de nouveau
        </Button>
      </p>
    )
  const what = drafts > 1 ? `ces ${drafts} événements` : drafts === 1 ? 'cet événement' : ''
  return (
    <div>
      <Button loading={isPending} onClick={() => mutate(true)}>
        {what ? `Publier ${what} et les suivants sans me demander` : 'Publier les suivants sans me demander'}
      </Button>
    </div>
  )
}

function Stop() {
  const { stop } = useChangeCalendar()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error } = useMutation({ mutationFn: stop, onSuccess: () => setOpen(false) })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Se désabonner
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate()}
        title="Se désabonner de ce calendrier&nbsp;?"
        confirmLabel="Se désabonner"
        pending={isPending}
        error={error ? messageOf(error) : undefined}
      >
        <p>Les événements déjà ici restent.</p>
      </ConfirmDialog>
    </>
  )
}

function LeftOut({ events }: { events: Followed['leftOut'] }) {
  if (events.length === 0) return null
  return (
    <Collapsible title={`Laissés de côté (${events.length})`}>
      <ul className={`stack-1 ${styles.left}`}>
        {events.map(({ title, start, why }) => (
          <li key={`${title} ${start}`}>
            <strong>{title}</strong>
            {start ? `, ${formatDay(start)}` : ''}&nbsp;: {why}
          </li>
        ))}
      </ul>
    </Collapsible>
  )
}
