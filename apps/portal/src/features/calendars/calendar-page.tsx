import type { AnswerOf } from '@parvis/domain/api'
import { calendarCategories } from '@parvis/domain/calendars/calendar'
import { calendarsFieldTexts } from '@parvis/domain/calendars/calendar.refusals.fr'
import { counted, formatDay } from '@parvis/domain/kernel/french-format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { instantLists } from '../../api/reads-of.ts'
import { useChange } from '../../api/use-change.ts'
import { plainLink } from '../../lib/plain-link.ts'
import { call } from '../../lib/request.ts'
import { PageLink } from '../../lib/router.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, QuietButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Answer = AnswerOf<'GET /v1/company/:id/calendar'>
type Followed = NonNullable<Answer['calendar']>
type Written = { url: string; categoryId: string; publish?: boolean }

const calendarQuery = query('GET /v1/company/:id/calendar')

const follow = (body: Written) => call('PUT /v1/company/:id/calendar', { body })

/** Each change of what the business follows answers how it stands then. */
const useChangeCalendar = (isQuiet?: boolean) => useChange<Answer>(calendarQuery, { refreshes: instantLists, isQuiet })

/** « Mon calendrier »: what the business writes elsewhere becomes its events here (docs/spec/open.md section 5). */
export function CalendarPage() {
  // The last try when a reading was asked: until another one ends, the page looks again.
  const [asked, setAsked] = useState<string | null>()
  const { data, error, refetch } = useQuery({
    ...calendarQuery,
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
        back="/instants"
      />
      {data ? null : <Loading error={error} retry={refetch} height={240} />}
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
  const { mutate } = useChangeCalendar()
  const ask = (body: { accept?: true }) =>
    mutate(() => call('POST /v1/company/:id/calendar/read', { body }), { onSuccess: onAsked })
  const isReading = state === 'waiting' || isAsked
  return (
    <>
      <Card title={withoutQuery(calendar.url)}>
        <div className="stack-2">
          <Alert tone={tones[state]}>{isReading ? 'Lecture en cours…' : text}</Alert>
          {state === 'shrunk' && !isReading ? <Shrunk onAccept={() => ask({ accept: true })} /> : null}
          {events > 0 ? (
            <p>
              {counted(drafts, 'brouillon')} · {published} en ligne.{' '}
              <PageLink to="/instants" state={{ instantKind: 'event' }}>
                Voir les instants
              </PageLink>
            </p>
          ) : null}
          <Publishing calendar={calendar} />
          <div className="row-center">
            <Button variant="secondary" disabled={isReading} onClick={() => ask({})}>
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

/** A calendar's address may hold a secret after its path. */
const withoutQuery = (url: string): string => plainLink(url).replace(/[?#].*$/, '')

/** Nothing is cancelled unless it is asked for. */
function Shrunk({ onAccept }: { onAccept: () => void }) {
  const [isWaiting, setWaiting] = useState(false)
  return (
    <>
      <div className="row-center">
        <Button variant="danger" onClick={onAccept}>
          Les annuler
        </Button>
        <Button variant="secondary" onClick={() => setWaiting(true)}>
          Attendre
        </Button>
      </div>
      <p role="status">{isWaiting ? 'Rien ne change ici tant qu’ils ne sont pas revenus.' : null}</p>
    </>
  )
}

/** The owner's word, once the first reading has shown what there is. */
function Publishing({ calendar: { url, categoryId, publish, drafts, state } }: { calendar: Followed }) {
  const { mutate, isPending } = useChangeCalendar()
  const set = (isPublished: boolean) =>
    mutate(() => follow({ url, categoryId: String(categoryId), publish: isPublished }))
  if (state === 'waiting') return null
  if (publish)
    return (
      <p>
        Ce qui arrive de votre calendrier est publié sans vous demander.{' '}
        <QuietButton loading={isPending} onClick={() => set(false)}>
          Me demander de nouveau
        </QuietButton>
      </p>
    )
  const what = drafts > 1 ? `ces ${drafts} événements` : drafts === 1 ? 'cet événement' : ''
  return (
    <div>
      <Button loading={isPending} onClick={() => set(true)}>
        {what ? `Publier ${what} et les suivants sans me demander` : 'Publier les suivants sans me demander'}
      </Button>
    </div>
  )
}

function Stop() {
  const { mutateAsync } = useChangeCalendar(true)
  return (
    <ConfirmButton
      variant="quiet"
      ask={{
        title: 'Se désabonner de ce calendrier\u00a0?',
        children: <p>Les événements déjà ici restent.</p>,
        confirmLabel: 'Se désabonner',
        onConfirm: () => mutateAsync(() => call('DELETE /v1/company/:id/calendar')),
      }}
    >
      Se désabonner
    </ConfirmButton>
  )
}

function LeftOut({ events }: { events: Followed['leftOut'] }) {
  if (events.length === 0) return null
  return (
    <Collapsible title={`Laissés de côté (${events.length})`}>
      <ul className="stack-1">
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

const texts = { ...calendarsFieldTexts, form_data_error: 'Choisissez une catégorie.' }

const categories = calendarCategories.map(({ id, label }) => ({ value: String(id), label }))

/** The address of the calendar and the category of its events; another address keeps the events that are in both. */
function FollowForm({ calendar }: { calendar?: Followed }) {
  const { mutateAsync } = useChangeCalendar(true)
  const form = useForm({
    name: 'calendar',
    initial: { url: calendar?.url ?? '', categoryId: calendar ? String(calendar.categoryId) : '' },
    check: ({ url, categoryId }): Record<string, string> => ({
      ...(url.trim() === '' && { url: 'calendar_address_error' }),
      ...(categoryId === '' && { categoryId: 'form_data_error' }),
    }),
    textOf: texts,
    submit: (values) => mutateAsync(() => follow(values)),
  })
  return (
    <form className="stack-2 fields form" onSubmit={form.onSubmit} noValidate>
      <TextField
        {...form.field('url')}
        label="Adresse de votre calendrier (.ics)"
        hint="Dans Google Agenda&nbsp;: Paramètres de l’agenda, «&nbsp;Adresse secrète au format iCal&nbsp;»."
        required
        inputMode="url"
        autoComplete="off"
      />
      <SelectField
        {...form.field('categoryId')}
        label="Catégorie de ces événements"
        required
        placeholder="Choisir une catégorie"
        options={categories}
      />
      <FailureAlert error={Object.keys(form.errors).length === 0 && form.failure} />
      <Button type="submit" variant={calendar ? 'secondary' : 'primary'} loading={form.isPending}>
        {calendar ? 'Enregistrer' : 'S’abonner'}
      </Button>
      {calendar ? null : (
        <p className="soft">
          Vos événements arrivent en brouillons&nbsp;: vous choisissez ensuite de les publier. Les événements privés et
          les noms des invités ne sont jamais repris.
        </p>
      )}
    </form>
  )
}
