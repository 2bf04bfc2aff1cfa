import { readFullSchedule } from '@parvis/domain/instants/full-schedule'
import { windowOfDays } from '@parvis/domain/instants/occurrences'
import {
  checkTypedItem,
  type TypedRecurrentItem,
  type TypedValidity,
  writeTypedPlan,
} from '@parvis/domain/instants/typed-schedule'
import { readClockTime } from '@parvis/domain/kernel/clock-time'
import { readDay } from '@parvis/domain/kernel/day'
import { dayNumberOf } from '@parvis/domain/kernel/paris-days'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { dateText, manyDatesText, shortDay } from '@parvis/domain/site/when.fr'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { QuietButton, SmallButton } from '../../../ui/button.tsx'
import { DayField } from '../../../ui/date-field.tsx'
import type { Keyed } from './instant-values.ts'
import styles from './schedule.module.css'
import { useClosedDays } from './use-closed-days.ts'
import type { InstantForm } from './use-instant-form.ts'

type LineMoreProps = {
  item: TypedRecurrentItem
  name: string
  onChange: (changes: Partial<TypedRecurrentItem>) => void
}

const nothing: TypedValidity = { from: '', until: '', except: [] }

/** What a line may say beyond its week: an end after midnight, a first and a last day, days left out. */
export function LineMore({ item, name, onChange }: LineMoreProps) {
  const { more } = item
  if (!more)
    return (
      <div>
        <QuietButton onClick={() => onChange({ more: nothing })}>Après minuit, dates de début et de fin…</QuietButton>
      </div>
    )
  const set = (changes: Partial<TypedValidity>) => onChange({ more: { ...more, ...changes } })
  return (
    <div className={`stack-2 start ${styles.more}`}>
      <p className="bold" role="status">
        {nextDayText(item)}
      </p>
      <div className={`stack-3 ${styles.moments}`}>
        <DayField
          name={`${name}-from`}
          label="Premier jour"
          hint="Facultatif"
          value={more.from}
          onChange={(from) => set({ from })}
        />
        <DayField
          name={`${name}-until`}
          label="Dernier jour"
          hint="Facultatif"
          value={more.until}
          onChange={(until) => set({ until })}
        />
      </div>
      {more.except.length > 0 ? (
        <ul className="row" aria-label="Jours laissés de côté">
          {more.except.map((day) => (
            <li key={day}>
              <SmallButton
                aria-label={`Sauf le ${textOfDay(day)}\u00a0: remettre ce jour`}
                onClick={() => set({ except: more.except.filter((one) => one !== day) })}
              >
                sauf le {textOfDay(day)} <IconX size={16} aria-hidden="true" />
              </SmallButton>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** `jusqu’à 2 h le lendemain` beside an end that passes midnight. */
function nextDayText({ startTime, endTime }: TypedRecurrentItem): string {
  const [start, end] = [readClockTime(startTime), readClockTime(endTime)]
  if (start === undefined || end === undefined) return 'Une fin avant le début est le lendemain.'
  return end <= start
    ? `De ${startTime} jusqu’à ${endTime} le lendemain.`
    : 'Une fin avant le début serait le lendemain.'
}

const textOfDay = (day: string): string => shortDay(Temporal.PlainDate.from(day))

const shownAtFirst = 10
const furthestDays = 366

/** What the lines of the week will be: the first ten, how many, the last one; each day can be left out. */
export function OccurrenceList({ form }: { form: InstantForm }) {
  const { values, change, now } = form
  const [isOpen, setOpen] = useState(false)
  const lines = values.recurrent.filter((item) => !checkTypedItem(item) && !item.paused)
  const found = lines.flatMap((line) => occurrencesOf(line, now).map((one) => ({ ...one, line })))
  const dates = found.toSorted((a, b) => a.originalStart - b.originalStart)
  const isClosed = useClosedDays(dates.slice(0, 1).map(({ day }) => day))
  if (dates.length === 0) return null
  const isBounded = lines.every(({ more }) => more?.until)
  const leaveOut = (line: Keyed<TypedRecurrentItem>, day: string) => {
    const more = { ...(line.more ?? nothing), except: [...(line.more?.except ?? []), day].toSorted() }
    change({ recurrent: values.recurrent.map((item) => (item.key === line.key ? { ...item, more } : item)) })
  }
  return (
    <div className={`stack-2 start top-2 ${styles.occurrences}`}>
      <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isBounded
          ? manyDatesText(
              dates.length,
              dates.map(({ day }) => day),
            )
          : 'Voir les prochaines dates'}
      </QuietButton>
      {isOpen ? (
        <ul className={styles.dates}>
          {dates.slice(0, shownAtFirst).map(({ originalStart, end, day, line }) => {
            const text = dateText(momentOf(originalStart), momentOf(end))
            return (
              <li key={`${line.key}${originalStart}`} className={`stack-1 ${styles.date}`}>
                <span className={styles.dateText}>
                  {text}
                  {isClosed(day) ? <em> · fermé ce jour-là</em> : null}
                </span>
                <QuietButton
                  aria-label={`Laisser de côté\u00a0: ${text}`}
                  onClick={() => leaveOut(line, day)}
                  icon={IconX}
                />
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
}

const momentOf = (at: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at)

/** Within a year of its first day. */
function occurrencesOf(line: Keyed<TypedRecurrentItem>, now: Temporal.Instant) {
  const read = readFullSchedule(writeTypedPlan([line]))
  if ('errors' in read) return []
  const from = readDay(line.more?.from ?? '')
  const waits = from ? Math.max(0, dayNumberOf(from) - dayNumberOf(parisDay(now).toString())) : 0
  return windowOfDays(
    now,
    furthestDays + waits,
  )(read.items).map(({ originalStart, end }) => ({
    originalStart,
    end,
    day: parisDay(momentOf(originalStart)).toString(),
  }))
}
