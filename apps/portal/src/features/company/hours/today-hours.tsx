import { planHours } from '@parvis/domain/hours/day-hours'
import { isClosedInOneTap } from '@parvis/domain/hours/exception-rules'
import { serviceDay } from '@parvis/domain/hours/opening'
import { formatClockTime, readClockTime } from '@parvis/domain/kernel/clock-time'
import { formatTime } from '@parvis/domain/kernel/french-format'
import { useRef, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { Button, QuietButton, SmallButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useKeptFocus } from '../../../ui/use-return-focus.ts'
import { OpeningState } from '../opening-line.tsx'
import { useForesight } from './foreseen.tsx'
import styles from './hours.module.css'
import { type ShownHours, useChangeHours, useHours } from './use-hours.ts'

export const dayOf = (moment: string) => moment.slice(0, 10)

/** Closed by hand for the running service day: « Rouvrir » stands until it ends. */
function isClosedToday({ exceptions, now }: ShownHours): boolean {
  return exceptions.some((entry) => isClosedInOneTap(entry) && entry.from === entry.to && entry.from <= dayOf(now))
}

export const planOf = (hours: ShownHours) => planHours({ ...hours, zip: null, usualHolidays: [] })

/** The state, and what changes it in one tap, undone for as long as it lasts; the line is the server's. */
export function TodayHours() {
  const { data: hours, error } = useHours()
  if (!hours) return error ? null : <Skeleton height={96} />
  return (
    <section className={`stack-2 shrinks ${styles.today}`} aria-label="Aujourd’hui">
      <StateLine hours={hours} />
      <Allowed call="PUT /v1/company/:id/hours/week">
        <TodayActions hours={hours} />
      </Allowed>
    </section>
  )
}

export function StateLine({ hours: { opening } }: { hours: ShownHours }) {
  const { message } = opening
  return (
    <span className={`inline wrap gap-2 ${styles.state}`}>
      <OpeningState opening={opening} />
      {message ? <span className="soft">{typographic(message)}</span> : null}
    </span>
  )
}

/** Milliseconds of « Annuler » after closing today. */
const undoneFor = 10_000
/** Milliseconds in which a second press is that of a double tap. */
const doubleTap = 700

/** What can be done of the present state: close for today, or open again what is closed for today or for a time. */
export function TodayActions({ hours }: { hours: ShownHours }) {
  const { mutate, isPending } = useChangeHours()
  const { foresee, dialog } = useForesight('Fermé aujourd’hui', 'Fermer quand même')
  const pressedAt = useRef(0)
  const part = useKeptFocus<HTMLDivElement>()
  const now = Date.parse(hours.now)
  const service = serviceDay(planOf(hours), now)
  const isPaused = hours.opening.reason === 'paused'
  const isClosed = isPaused || isClosedToday(hours)
  const isOver = !isClosed && service.end === undefined

  const reopen = () =>
    mutate(() =>
      isPaused
        ? call('PUT /v1/company/:id/hours/week', { body: { version: hours.version, week: resumed(hours) } })
        : call('POST /v1/company/:id/hours/reopen-today'),
    )
  const close = (closesAt?: string) =>
    mutate(() => call('POST /v1/company/:id/hours/close-today', { body: { closesAt } }), {
      onSuccess: () =>
        showToast(
          'C’est fait, les habitants vous voient fermé aujourd’hui.',
          'success',
          () => mutate(() => call('POST /v1/company/:id/hours/reopen-today')),
          undoneFor,
        ),
    })
  const closeNow = async () => {
    const body = service.isBegun
      ? ({ from: service.day, kind: 'cut', closesAt: hours.now.slice(11, 16) } as const)
      : ({ from: service.day, kind: 'closed', replace: true } as const)
    // Not confirmed beforehand: one tap must suffice, with a way back.
    if (await foresee(body).catch(() => true)) close()
  }
  // One button for both, so that the focus stays on it; the second press of a double tap must not undo the first.
  const press = () => {
    if (performance.now() - pressedAt.current < doubleTap) return
    pressedAt.current = performance.now()
    if (isClosed) reopen()
    else void closeNow()
  }
  if (isOver) return dialog
  return (
    <div ref={part} tabIndex={-1} className="inline wrap gap-tight">
      <Button variant={isClosed ? 'primary' : 'secondary'} loading={isPending} onClick={press}>
        {isClosed ? 'Rouvrir' : 'Fermé aujourd’hui'}
      </Button>
      {isClosed ? null : <ShorterDay hours={hours} onClose={close} />}
      {dialog}
    </div>
  )
}

const resumed = ({ week }: ShownHours) => week.map((line) => ({ ...line, enabled: true }))

/** « Fermer plus tôt… », and « Ouvrir plus tard… » until the day has begun. */
function ShorterDay({ hours, onClose }: { hours: ShownHours; onClose: (closesAt: string) => void }) {
  const { mutate } = useChangeHours()
  const { foresee, dialog } = useForesight('Aujourd’hui')
  const now = Date.parse(hours.now)
  const { day, isBegun, start, end } = serviceDay(planOf(hours), now)
  if (end === undefined) return dialog
  const open = (opensFrom: string) =>
    mutate(() => call('POST /v1/company/:id/hours/exceptions', { body: { from: day, kind: 'cut', opensFrom } }), {
      onSuccess: () => showToast('C’est fait, les habitants voient votre nouvelle heure.'),
    })
  const cut = async (entry: { closesAt: string } | { opensFrom: string }) => {
    const isWanted = await foresee({ from: day, kind: 'cut', ...entry }).catch((refused: unknown) => {
      // A day that has its own entry is closed over it by the server.
      if ('closesAt' in entry) return true
      showToast(messageOf(refused), 'danger')
      return false
    })
    if (!isWanted) return
    if ('closesAt' in entry) onClose(entry.closesAt)
    else open(entry.opensFrom)
  }
  return (
    <>
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
    </>
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

/** Two taps: the button, then one of the hours; any other can be typed. */
function CutChoice({ label, field, times, onChoose }: CutChoiceProps) {
  const [typed, setTyped] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = typed !== undefined
  // The button stays, and has the focus again: what was pressed goes away with the hours.
  const toggle = () => {
    opener.current?.focus()
    setTyped(isOpen ? undefined : '')
  }
  const choose = (time: string) => {
    toggle()
    onChoose(time)
  }
  return (
    <>
      <QuietButton ref={opener} aria-expanded={isOpen} onClick={toggle}>
        {label}
      </QuietButton>
      {isOpen ? (
        <form
          className={`row-center ${styles.cut}`}
          aria-label={label.replace('…', '')}
          onSubmit={(event) => {
            event.preventDefault()
            choose(typed)
          }}
        >
          {times.map((time) => (
            <SmallButton key={time} onClick={() => choose(time)}>
              {formatClockTime(readClockTime(time) ?? 0)}
            </SmallButton>
          ))}
          <TimeInput aria-label={field} value={typed} onChange={setTyped} />
          <Button type="submit" size="small" disabled={typed.length < 5}>
            Valider
          </Button>
          <QuietButton onClick={toggle}>Annuler</QuietButton>
        </form>
      ) : null}
    </>
  )
}
