import { maxDates, type Repeat, repeatedDays, repeats, repeatText } from '@parvis/domain/instants/repeat-dates'
import { checkTypedItem, type TypedFixedItem } from '@parvis/domain/instants/typed-schedule'
import { readDay } from '@parvis/domain/kernel/day'
import { counted } from '@parvis/domain/kernel/french-format'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { dateText, manyDatesText, shortDay } from '@parvis/domain/site/when.fr'
import { IconCalendarPlus, IconPencil, IconRepeat, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { DateMoments } from './date-moments.tsx'
import { instantErrorText } from './instant-error-text.ts'
import { type Keyed, keyed } from './instant-values.ts'
import styles from './schedule.module.css'
import { useClosedDays } from './use-closed-days.ts'
import type { InstantForm } from './use-instant-form.ts'

const shownAtFirst = 10

/** Dates beside the first one: added one by one or by a repeat, each seen and taken away by its cross. */
export function MoreDates({ form, first }: { form: InstantForm; first: TypedFixedItem }) {
  const { values, change, errors } = form
  const others = values.otherDates ?? []
  const [editedKey, setEditedKey] = useState<string>()
  const [isRepeating, setRepeating] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const isClosed = useClosedDays(others.map(({ startDay }) => startDay))
  const set = (otherDates: readonly Keyed<TypedFixedItem>[]) => change({ otherDates })
  const add = (dates: readonly Keyed<TypedFixedItem>[]) => set(inOrder([...others, ...dates]).slice(0, maxDates - 1))
  const addOne = () => {
    const last = others.at(-1) ?? first
    const [day] = daysAfter(last, 'weekly', 1)
    const date = keyed(day ? movedTo(last, day) : { ...last, startDay: '', endDay: '' })
    add([date])
    setEditedKey(date.key)
  }
  const shown = isWhole ? others : others.slice(0, shownAtFirst)
  return (
    <div className={`stack-2 start ${styles.more}`}>
      {others.length > 0 ? (
        <>
          <p className="bold" role="status">
            {summaryOf([first, ...others])}
          </p>
          <ul className={styles.dates}>
            {shown.map((date) => (
              <DateRow
                key={date.key}
                date={date}
                isOpen={editedKey === date.key}
                isClosed={isClosed(date.startDay)}
                isChecked={errors.activationTimes !== undefined}
                onOpen={(isOpen) => setEditedKey(isOpen ? date.key : undefined)}
                onChange={(changes) => set(others.map((one) => (one.key === date.key ? { ...one, ...changes } : one)))}
                onRemove={() => set(others.filter(({ key }) => key !== date.key))}
              />
            ))}
          </ul>
        </>
      ) : null}
      {shown.length < others.length ? (
        <QuietButton onClick={() => setWhole(true)}>
          Voir encore {counted(others.length - shown.length, 'date')}
        </QuietButton>
      ) : null}
      {others.length + 1 < maxDates ? (
        <div className="row">
          <Button variant="secondary" icon={IconCalendarPlus} onClick={addOne}>
            Plus de dates
          </Button>
          {readDay(first.startDay) ? (
            <Button
              variant="quiet"
              icon={IconRepeat}
              aria-expanded={isRepeating}
              onClick={() => setRepeating(!isRepeating)}
            >
              Répéter cette date
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRepeating && readDay(first.startDay) ? (
        <RepeatDates
          first={first}
          room={maxDates - 1 - others.length}
          onAdd={(dates) => {
            add(dates)
            setRepeating(false)
          }}
        />
      ) : null}
    </div>
  )
}

type DateRowProps = {
  date: Keyed<TypedFixedItem>
  isOpen: boolean
  isClosed: boolean
  isChecked: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (changes: Partial<TypedFixedItem>) => void
  onRemove: () => void
}

function DateRow({ date, isOpen, isClosed, isChecked, onOpen, onChange, onRemove }: DateRowProps) {
  const wrong = checkTypedItem(date)
  const text = wrong ? 'Date à compléter' : textOfDate(date)
  const showsError = isChecked && wrong !== undefined
  return (
    <li className={`stack-1 ${styles.date}`} data-wrong={showsError || undefined}>
      <span className={styles.dateText}>
        {text}
        {isClosed ? <em> · fermé ce jour-là</em> : null}
        {showsError ? <strong> · {instantErrorText(wrong)}</strong> : null}
      </span>
      <QuietButton
        aria-expanded={isOpen}
        aria-label={`Modifier\u00a0: ${text}`}
        onClick={() => onOpen(!isOpen)}
        icon={IconPencil}
      />
      <QuietButton aria-label={`Retirer\u00a0: ${text}`} onClick={onRemove} icon={IconX} />
      {isOpen || showsError ? (
        <div className="stack-2 whole-row">
          <DateMoments item={date} name={`date-${date.key}`} onChange={onChange} />
        </div>
      ) : null}
    </li>
  )
}

const counts = [1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 15, 20, 24, 30, 40, 52, 59]

/** « Chaque mois, le premier samedi »: seen as a number of dates before they are added. */
function RepeatDates({
  first,
  room,
  onAdd,
}: {
  first: TypedFixedItem
  room: number
  onAdd: (dates: readonly Keyed<TypedFixedItem>[]) => void
}) {
  const [repeat, setRepeat] = useState<Repeat>('weekly')
  const [count, setCount] = useState('3')
  const day = Temporal.PlainDate.from(readDay(first.startDay) ?? '2027-01-01')
  const days = daysAfter(first, repeat, Math.min(Number(count), room))
  const last = days.at(-1)
  return (
    <div className={`stack-2 start ${styles.repeat}`}>
      <SelectField
        name="repeat"
        label="Revient"
        value={repeat}
        onChange={setRepeat}
        options={repeats.map((value) => ({ value, label: repeatText(value, day) }))}
      />
      <SelectField
        name="repeat-count"
        label="Combien de fois de plus"
        value={count}
        onChange={setCount}
        options={counts
          .filter((number) => number <= room)
          .map((number) => ({ value: String(number), label: String(number) }))}
      />
      <Button
        variant="secondary"
        onClick={() => onAdd(days.map((one) => keyed(movedTo(first, one))))}
        disabled={days.length === 0}
      >
        {`Ajouter ${days.length} date${days.length > 1 ? 's' : ''}${last ? `, jusqu’au ${shortDay(last)} ${last.year}` : ''}`}
      </Button>
    </div>
  )
}

function daysAfter({ startDay }: TypedFixedItem, repeat: Repeat, count: number): Temporal.PlainDate[] {
  const day = readDay(startDay)
  return day ? repeatedDays(Temporal.PlainDate.from(day), repeat, count) : []
}

/** The same hours on another day, lasting as many days. */
function movedTo(item: TypedFixedItem, day: Temporal.PlainDate): TypedFixedItem {
  const [start, end] = [readDay(item.startDay), readDay(item.endDay)]
  const length = start && end ? Temporal.PlainDate.from(start).until(end).days : 0
  const { id: _, ...rest } = item
  return { ...rest, startDay: day.toString(), endDay: day.add({ days: length }).toString() }
}

const inOrder = (dates: readonly Keyed<TypedFixedItem>[]) =>
  dates.toSorted((a, b) => `${a.startDay} ${a.startTime}`.localeCompare(`${b.startDay} ${b.startTime}`))

function textOfDate({ startDay, startTime, endDay, endTime }: TypedFixedItem): string {
  const [start, end] = [momentOf(startDay, startTime), momentOf(endDay, endTime)]
  return start && end ? dateText(start, end) : ''
}

const momentOf = (day: string, time: string) => readDateTime(`${readDay(day) ?? ''} ${time}`)

/** Those that are typed whole count; one that is not has no day yet. */
const summaryOf = (dates: readonly TypedFixedItem[]): string =>
  manyDatesText(dates.length, dates.flatMap(({ startDay }) => readDay(startDay) ?? []).toSorted())
