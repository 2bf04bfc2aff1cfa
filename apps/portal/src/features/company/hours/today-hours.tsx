import type { OpeningHours } from '@parvis/domain/company/opening-hours'
import { planHours } from '@parvis/domain/hours/day-hours'
import { holidayToAsk } from '@parvis/domain/hours/holidays'
import { serviceDay } from '@parvis/domain/hours/opening'
import { formatClockTime, readClockTime } from '@parvis/domain/kernel/clock-time'
import { formatTime, formatWeekday } from '@parvis/domain/kernel/french-format'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { OpeningState, WeekHours } from '../opening-line.tsx'
import { useForesight } from './foreseen.tsx'
import styles from './hours.module.css'
import { type ShownHours, useChangeHours, useHours } from './use-hours.ts'

const dayOf = (moment: string) => moment.slice(0, 10)

/** Closed by hand for the running service day: « Rouvrir » stands until it ends (TO-05). */
function isClosedToday({ exceptions, now }: ShownHours): boolean {
  return exceptions.some(({ source, from, to }) => source === 'today' && from === to && from <= dayOf(now))
}

/** Today, then the week, of the card of a company. */
export function HoursOverview({ hours }: { hours: readonly OpeningHours[] }) {
  return (
    <>
      <TodayHours />
      <WeekHours hours={hours} />
    </>
  )
}

/** « Fermé aujourd’hui » in one tap, undone for as long as it lasts; the line is the server's (H-021 to H-023, H-029). */
function TodayHours() {
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

export function StateLine({ hours: { opening } }: { hours: ShownHours }) {
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

function CloseToday({ hours }: { hours: ShownHours }) {
  const { mutate, isPending } = useChangeHours()
  const { reopen } = useReopen()
  const { foresee, dialog } = useForesight('Aujourd’hui')
  const now = Date.parse(hours.now)
  const { day, isBegun, start, end } = serviceDay(planHours({ ...hours, zip: null, usualHolidays: [] }), now)
  if (end === undefined || hours.opening.reason === 'paused') return dialog
  const close = (closesAt?: string) =>
    mutate((params) => call('POST /v1/company/:id/hours/close-today', { params, body: { closesAt } }), {
      onSuccess: () =>
        showToast('C’est fait, les habitants vous voient fermé aujourd’hui.', 'success', reopen, undoneFor),
    })
  const open = (opensFrom: string) =>
    mutate(
      (params) =>
        call('POST /v1/company/:id/hours/exceptions', { params, body: { from: day, kind: 'cut', opensFrom } }),
      { onSuccess: () => showToast('C’est fait, les habitants voient votre nouvelle heure.') },
    )
  const closeNow = async () => {
    const body = isBegun
      ? ({ from: day, kind: 'cut', closesAt: hours.now.slice(11, 16) } as const)
      : ({ from: day, kind: 'closed', replace: true } as const)
    // Not confirmed beforehand: one tap must suffice, with a way back (TO-05).
    if (await foresee(body, close)) close()
  }
  const cut = async (entry: { closesAt: string } | { opensFrom: string }) => {
    const save = () => ('closesAt' in entry ? close(entry.closesAt) : open(entry.opensFrom))
    const refused = await foresee({ from: day, kind: 'cut', ...entry }, save)
    // A day that has its own entry is closed over it by the server.
    if (refused && 'closesAt' in entry) save()
    else if (refused) showToast(messageOf(refused), 'danger')
  }
  return (
    <div className={styles.line}>
      <Button variant="secondary" loading={isPending} onClick={() => void closeNow()}>
        Fermer exceptionnellement aujourd’hui
      </Button>
      <CutChoice
        label="Fermer plus tôt…"
        field="Heure de fermeture aujourd’hui"
        times={closingTimes(Math.max(start, now), end)}
        onChoose={(closesAt) => void cut({ closesAt })}
      />
      {isBegun ? null : (
        <CutChoice
          label="Ouvrir plus tard…"
          field="Heure d’ouverture aujourd’hui"
          times={timesBetween(start, end, 30).slice(0, 8)}
          onChoose={(opensFrom) => void cut({ opensFrom })}
        />
      )}
      {dialog}
    </div>
  )
}

/** Each hour before the end; each quarter in the last one. */
function closingTimes(from: number, end: number): string[] {
  const hours = timesBetween(from, end, 60)
  return hours.length > 0 ? hours : timesBetween(from, end, 15)
}

/** The hours of the clock between two moments, every so many minutes, twelve at most. */
function timesBetween(from: number, to: number, minutes: number): string[] {
  const step = minutes * 60_000
  const first = Math.floor(from / step) + 1
  const count = Math.max(0, Math.min(12, Math.ceil(to / step) - first))
  return Array.from({ length: count }, (_, index) => formatTime((first + index) * step))
}

type CutChoiceProps = { label: string; field: string; times: readonly string[]; onChoose: (time: string) => void }

/** Two taps: the button, then one of the hours; any other can be typed (H-023). */
function CutChoice({ label, field, times, onChoose }: CutChoiceProps) {
  const [typed, setTyped] = useState<string>()
  const choose = (time: string) => {
    setTyped(undefined)
    onChoose(time)
  }
  if (typed === undefined)
    return (
      <Button variant="quiet" onClick={() => setTyped('')}>
        {label}
      </Button>
    )
  return (
    <form
      className={styles.cut}
      aria-label={label.replace('…', '')}
      onSubmit={(event) => {
        event.preventDefault()
        choose(typed)
      }}
    >
      {times.map((time) => (
        <Button key={time} size="small" variant="secondary" onClick={() => choose(time)}>
          {formatClockTime(readClockTime(time) ?? 0)}
        </Button>
      ))}
      <TimeInput aria-label={field} value={typed} onChange={setTyped} />
      <Button type="submit" size="small" disabled={typed.length < 5}>
        Valider
      </Button>
      <Button size="small" variant="quiet" onClick={() => setTyped(undefined)}>
        Annuler
      </Button>
    </form>
  )
}

/** The next holiday of the month on a usually open day, asked and never applied (TO-04, H-028). */
function HolidayCard({ hours }: { hours: ShownHours }) {
  const { mutate, isPending } = useChangeHours()
  const holiday = holidayToAsk(hours.holidays, hours.exceptions, dayOf(hours.now))
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

/** `Mercredi 14 juillet`, `Samedi 1er mai` of a day `YYYY-MM-DD`. */
export function dayInWords(date: string): string {
  const text = formatWeekday(`${date}T12:00:00Z`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
