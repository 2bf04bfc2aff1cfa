import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { OpeningState } from '../opening-line.tsx'
import styles from './hours.module.css'
import { type Hours, useChangeHours, useHours } from './use-hours.ts'

const dayOf = (moment: string) => moment.slice(0, 10)

/** Closed by hand for the running service day: « Rouvrir » stands until it ends (TO-05). */
function isClosedToday({ exceptions, now }: Hours): boolean {
  return exceptions.some(({ source, from, to }) => source === 'today' && from === to && from <= dayOf(now))
}

/** « Fermé aujourd’hui » in one tap, undone for as long as it lasts; the line is the server's (H-021 to H-023, H-029). */
export function TodayHours() {
  const { data: hours, error } = useHours()
  if (!hours) return error ? null : <Skeleton height={132} />
  return (
    <div className={styles.today}>
      <StateLine hours={hours} />
      {isClosedToday(hours) ? <Reopen /> : <CloseToday hours={hours} />}
      <HolidayCard hours={hours} />
      <Link to="/horaires" className={buttonClass({ variant: 'quiet', size: 'small' })}>
        Horaires, congés et jours fériés
      </Link>
    </div>
  )
}

export function StateLine({ hours: { opening } }: { hours: Hours }) {
  const { message } = opening
  return (
    <span className={styles.state}>
      <OpeningState opening={opening} />
      {message ? <span className={styles.why}>{typographic(message)}</span> : null}
    </span>
  )
}

function useReopen() {
  const { mutate, isPending } = useChangeHours()
  return { reopen: () => mutate((params) => call('POST /v1/company/:id/hours/reopen-today', { params })), isPending }
}

function Reopen() {
  const { reopen, isPending } = useReopen()
  return (
    <p className={styles.line}>
      <span>Fermé exceptionnellement.</span>
      <Button variant="secondary" loading={isPending} onClick={reopen}>
        Rouvrir
      </Button>
    </p>
  )
}

/** Milliseconds of « Annuler » after closing today (H-021). */
const undoneFor = 10_000

function CloseToday({ hours }: { hours: Hours }) {
  const { mutate, isPending } = useChangeHours()
  const { reopen } = useReopen()
  const [earlier, setEarlier] = useState<string>()
  const close = (closesAt?: string) =>
    mutate((params) => call('POST /v1/company/:id/hours/close-today', { params, body: { closesAt } }), {
      onSuccess: () => {
        setEarlier(undefined)
        showToast('C’est fait, les habitants vous voient fermé aujourd’hui.', 'success', reopen, undoneFor)
      },
    })
  const { reason, opensAt, state } = hours.opening
  const isToday = state === 'open' || (opensAt !== null && dayOf(opensAt) === dayOf(hours.now))
  if (!isToday || reason === 'paused') return null
  return (
    <div className={styles.line}>
      <Button variant="secondary" loading={isPending} onClick={() => close()}>
        Fermer exceptionnellement aujourd’hui
      </Button>
      {earlier === undefined ? (
        <Button variant="quiet" onClick={() => setEarlier('')}>
          Fermer plus tôt…
        </Button>
      ) : (
        <form
          className={styles.line}
          onSubmit={(event) => {
            event.preventDefault()
            close(earlier)
          }}
        >
          <TimeInput aria-label="Heure de fermeture aujourd’hui" value={earlier} onChange={setEarlier} />
          <Button type="submit" disabled={earlier.length < 5}>
            Fermer à cette heure
          </Button>
        </form>
      )}
    </div>
  )
}

const asked = 30 * 86_400_000

/** The next holiday of the month on a usually open day, asked and never applied (TO-04, H-028). */
function HolidayCard({ hours }: { hours: Hours }) {
  const { mutate, isPending } = useChangeHours()
  const today = dayOf(hours.now)
  const last = new Date(Date.parse(`${today}T12:00:00Z`) + asked).toISOString().slice(0, 10)
  const isEntered = (date: string) => hours.exceptions.some(({ from, to }) => from <= date && date <= to)
  const holiday = hours.holidays.find(
    ({ date, usuallyOpen, decision }) => usuallyOpen && decision === null && date <= last && !isEntered(date),
  )
  if (!holiday) return null
  const { date, name } = holiday
  const answer = (decision: 'closed' | 'usual') =>
    mutate((params) =>
      call('PUT /v1/company/:id/hours/holidays/:date', { params: { ...params, date }, body: { decision } }),
    )
  return (
    <section className={styles.asked} aria-label="Jour férié">
      <p>{typographic(`${dayInWords(date)}, ${name} : serez-vous ouvert ?`)}</p>
      <div className={styles.line}>
        <Button size="small" variant="secondary" disabled={isPending} onClick={() => answer('closed')}>
          Fermé
        </Button>
        <Button size="small" variant="secondary" disabled={isPending} onClick={() => answer('usual')}>
          Comme d’habitude
        </Button>
        <Link to="/horaires" className={buttonClass({ variant: 'quiet', size: 'small' })}>
          Horaires spéciaux
        </Link>
      </div>
    </section>
  )
}

const long = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** `Mercredi 14 juillet`, `Samedi 1er mai` of a day `YYYY-MM-DD`. */
export function dayInWords(date: string): string {
  const text = long.format(new Date(`${date}T12:00:00Z`)).replace(' 1 ', ' 1er ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
