import { type DayOfWeek, dayName, daysOfWeek } from '@parvis/domain/company/opening-hours'
import type { WeekLine } from '@parvis/domain/hours/week'
import { formatClockTime, readClockTime } from '@parvis/domain/kernel/clock-time'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import styles from './hours.module.css'

/** One range of one day, as the editor holds it: its place in the list is its identity while it is typed. */
type DayRange = { day: DayOfWeek; start: string; end: string; enabled: boolean; key: number }

let lastKey = 0
const newKey = () => {
  lastKey += 1
  return lastKey
}

/** The ranges of a week, those of a day from morning to evening whatever the order of the lines. */
export function rangesOfWeek(week: readonly WeekLine[]): DayRange[] {
  const byStart = week.toSorted((one, other) => one.start.localeCompare(other.start))
  return byStart.flatMap(({ days, start, end, enabled }) =>
    days.map((day) => ({ day, start, end, enabled, key: newKey() })),
  )
}

/** The lines to send: the days that share a range as one. */
export function weekOfRanges(ranges: readonly DayRange[]) {
  const groups = Map.groupBy(ranges, ({ start, end, enabled }) => `${start} ${end} ${enabled}`)
  return [...groups.values()].map((some) => ({
    days: [...new Set(some.map(({ day }) => day))],
    start: some[0]?.start ?? '',
    end: some[0]?.end ?? '',
    enabled: some[0]?.enabled ?? true,
  }))
}

type WeekEditorProps = { ranges: readonly DayRange[]; onChange: (ranges: DayRange[]) => void }

/** A week edited by day: several ranges a day, an end past midnight said in words, its first open day copied on others (H-015). */
export function WeekEditor({ ranges, onChange }: WeekEditorProps) {
  const first = daysOfWeek.find((day) => ranges.some((range) => range.day === day))
  const copyFirst = (days: readonly DayOfWeek[]) => {
    const copied = ranges.filter(({ day }) => day === first)
    const others = ranges.filter(({ day }) => !days.includes(day))
    onChange([...others, ...days.flatMap((day) => copied.map((range) => ({ ...range, day, key: newKey() })))])
  }
  const after = daysOfWeek.filter((day) => first !== undefined && day > first)
  const working = after.filter((day) => day <= 5)
  return (
    <div className={styles.fields}>
      <ul className={styles.list}>
        {daysOfWeek.map((day) => (
          <DayRow key={day} day={day} ranges={ranges} onChange={onChange} />
        ))}
      </ul>
      {first && after.length > 0 ? (
        <div className={styles.line}>
          <span className={styles.note}>Copier {dayName(first)} sur&nbsp;:</span>
          {working.length > 0 ? (
            <Button size="small" variant="secondary" onClick={() => copyFirst(working)}>
              {daysText(working)}
            </Button>
          ) : null}
          <Button size="small" variant="secondary" onClick={() => copyFirst(after)}>
            {first === 1 ? 'toute la semaine' : daysText(after)}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** `mardi à vendredi`, or the one day. */
function daysText(days: readonly DayOfWeek[]): string {
  const names = [days[0], days.at(-1)].map((day) => (day ? dayName(day) : ''))
  return days.length > 1 ? names.join(' à ') : (names[0] ?? '')
}

function DayRow({ day, ranges, onChange }: WeekEditorProps & { day: DayOfWeek }) {
  const own = ranges.filter((range) => range.day === day)
  const name = dayName(day)
  const change = (key: number, part: Partial<DayRange>) =>
    onChange(ranges.map((range) => (range.key === key ? { ...range, ...part } : range)))
  const remove = (key: number) => onChange(ranges.filter((range) => range.key !== key))
  const add = () => onChange([...ranges, { day, start: '', end: '', enabled: true, key: newKey() }])
  const [first] = own
  const breakAtNoon = () => {
    if (!first) return
    const morning = { ...first, end: '12:30' }
    const afternoon = { ...first, start: '14:00', key: newKey() }
    onChange([...ranges.filter(({ key }) => key !== first.key), morning, afternoon])
  }
  const hasNoBreak = own.length === 1 && first !== undefined && first.start < '12:30' && first.end > '14:00'
  return (
    <li className={styles.day} data-closed={own.length === 0 || undefined}>
      <strong>{name.charAt(0).toUpperCase() + name.slice(1)}</strong>
      <div className={styles.ranges}>
        {own.length === 0 ? <span className={styles.note}>Fermé</span> : null}
        {own.map((range, index) => (
          <RangeFields
            key={range.key}
            range={range}
            label={`${name}, plage ${index + 1}`}
            onChange={(part) => change(range.key, part)}
            onRemove={() => remove(range.key)}
          />
        ))}
      </div>
      <div className={styles.actions}>
        {hasNoBreak ? (
          <Button size="small" variant="quiet" onClick={breakAtNoon}>
            Pause de midi
          </Button>
        ) : null}
        <Button size="small" variant="quiet" icon={<IconPlus size={18} aria-hidden="true" />} onClick={add}>
          <span className="visually-hidden">{`${name}\u00A0: `}</span>Ajouter
        </Button>
      </div>
    </li>
  )
}

type RangeFieldsProps = {
  range: Pick<DayRange, 'start' | 'end'>
  label: string
  onChange: (part: { start?: string; end?: string }) => void
  onRemove?: () => void
}

/** Two times, and what an end past midnight means. */
export function RangeFields({ range: { start, end }, label, onChange, onRemove }: RangeFieldsProps) {
  const [from, to] = [readClockTime(start), readClockTime(end)]
  const isNextDay = from !== undefined && to !== undefined && to <= from && to > 0
  return (
    <div className={styles.times}>
      <TimeInput aria-label={`${label}, ouverture`} value={start} onChange={(value) => onChange({ start: value })} />
      <span aria-hidden="true">–</span>
      <TimeInput aria-label={`${label}, fermeture`} value={end} onChange={(value) => onChange({ end: value })} />
      {isNextDay ? <span className={styles.note}>{`jusqu’à ${formatClockTime(to)} le lendemain`}</span> : null}
      {onRemove ? (
        <Button size="small" variant="quiet" aria-label={`Retirer ${label}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  )
}
