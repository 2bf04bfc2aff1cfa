import { type DayOfWeek, dayName, daysOfWeek } from '@parvis/domain/company/opening-hours'
import { hourOf, rangeFaultText } from '@parvis/domain/hours/hours.texts.fr'
import {
  answerFault,
  checkTypedWeek,
  type DayRange,
  type EditedWeek,
  type RangeFault,
} from '@parvis/domain/hours/typed-week'
import { completeClockTime, formatClockTime, readClockTime } from '@parvis/domain/kernel/clock-time'
import { capitalise } from '@parvis/domain/kernel/text'
import { IconCalendarUser, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import styles from './hours.module.css'

type WeekEditorProps = {
  week: EditedWeek
  onChange: (week: EditedWeek) => void
  /** A save was refused: what is wrong is shown, not only what is asked. */
  isChecked: boolean
  /** The main hours of a place: a day may receive by appointment. */
  isMain?: boolean
  /** They may close for a time. */
  mayClose?: boolean
}

/**
 * The one editor of a week: several ranges a day, an end past midnight said in words, a day copied on others, 24 hours, by
 * appointment, closed for a time. What looks like a slip is asked about beside the range.
 */
export function WeekEditor({ week, onChange, isChecked, isMain = false, mayClose = false }: WeekEditorProps) {
  const { ranges, appointmentDays } = week
  const faults = checkTypedWeek(ranges)
  const isClosed = ranges.length > 0 && ranges.every(({ enabled }) => !enabled)
  const always = daysOfWeek.map((day) => ({ ...newRange(day), start: '00:00', end: '00:00' }))
  return (
    <div className={styles.fields}>
      {isClosed ? (
        <p className={styles.paused}>Temporairement fermé&nbsp;: ces horaires reprendront à la réouverture.</p>
      ) : null}
      <ul className="stack-2">
        {daysOfWeek.map((day) => (
          <DayRow key={day} {...{ day, week, faults, isChecked, isMain, onChange }} />
        ))}
      </ul>
      <CopyDay week={week} onChange={onChange} />
      <div className={styles.line}>
        {ranges.length === 0 ? (
          <Button size="small" variant="secondary" onClick={() => onChange({ ranges: always, appointmentDays: [] })}>
            Ouvert 24&nbsp;h/24, 7&nbsp;j/7
          </Button>
        ) : null}
        {isMain && ranges.length === 0 && appointmentDays.length === 0 ? (
          <Button
            size="small"
            variant="secondary"
            onClick={() => onChange({ ranges, appointmentDays: daysOfWeek.slice(0, 5) })}
          >
            Sur rendez-vous, du lundi au vendredi
          </Button>
        ) : null}
        {mayClose && ranges.length > 0 ? (
          <Button
            size="small"
            variant="secondary"
            onClick={() => onChange({ ...week, ranges: ranges.map((range) => ({ ...range, enabled: isClosed })) })}
          >
            {isClosed ? 'Rouvrir' : 'Fermer temporairement'}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const newRange = (day: DayOfWeek): DayRange => ({ key: crypto.randomUUID(), day, start: '', end: '', enabled: true })

/** The first day filled copied on the days that follow: its ranges replace theirs, its appointments too. */
function CopyDay({ week: { ranges, appointmentDays }, onChange }: Pick<WeekEditorProps, 'week' | 'onChange'>) {
  const first = daysOfWeek.find((day) => appointmentDays.includes(day) || ranges.some((range) => range.day === day))
  const after = daysOfWeek.filter((day) => first !== undefined && day > first)
  if (!first || after.length === 0) return null
  const working = after.filter((day) => day <= 5)
  const copyOn = (days: readonly DayOfWeek[]) => {
    const copied = ranges.filter(({ day }) => day === first)
    const others = ranges.filter(({ day }) => !days.includes(day))
    const copies = days.flatMap((day) => copied.map((range) => ({ ...range, key: crypto.randomUUID(), day })))
    const otherDays = appointmentDays.filter((day) => !days.includes(day))
    onChange({
      ranges: [...others, ...copies],
      appointmentDays: appointmentDays.includes(first) ? [...otherDays, ...days] : otherDays,
    })
  }
  return (
    <div className={styles.line}>
      <span className="soft">Copier {dayName(first)} sur&nbsp;:</span>
      {working.length > 0 ? (
        <Button size="small" variant="secondary" onClick={() => copyOn(working)}>
          {daysText(working)}
        </Button>
      ) : null}
      <Button size="small" variant="secondary" onClick={() => copyOn(after)}>
        {first === 1 ? 'toute la semaine' : daysText(after)}
      </Button>
    </div>
  )
}

/** `mardi à vendredi`, or the one day. */
function daysText(days: readonly DayOfWeek[]): string {
  const names = [days[0], days.at(-1)].map((day) => (day ? dayName(day) : ''))
  return days.length > 1 ? names.join(' à ') : (names[0] ?? '')
}

type DayRowProps = Omit<WeekEditorProps, 'mayClose'> & { day: DayOfWeek; faults: ReadonlyMap<string, RangeFault> }

function DayRow({ day, week, faults, isChecked, isMain, onChange }: DayRowProps) {
  const { ranges, appointmentDays } = week
  const isByAppointment = appointmentDays.includes(day)
  const put = (next: readonly DayRange[]) => onChange({ ...week, ranges: next })
  const own = ranges.filter((range) => range.day === day)
  const name = dayName(day)
  const change = (key: string, part: Partial<DayRange>) =>
    put(ranges.map((range) => (range.key === key ? { ...range, isMeant: false, ...part } : range)))
  const [first] = own
  const breakAtNoon = () => {
    if (!first) return
    const morning = { ...first, end: '12:30' }
    const afternoon = { ...first, start: '14:00', key: crypto.randomUUID() }
    put([...ranges.filter(({ key }) => key !== first.key), morning, afternoon])
  }
  const hasNoBreak = own.length === 1 && first !== undefined && first.start < '12:30' && first.end > '14:00'
  return (
    <li className={styles.day} data-closed={(own.length === 0 && !isMain) || undefined}>
      <strong>{capitalise(name)}</strong>
      <div className={styles.ranges}>
        {own.length === 0 ? <span className="soft">{isByAppointment ? 'Sur rendez-vous' : 'Fermé'}</span> : null}
        {own.map((range, index) => (
          <TypedRange
            key={range.key}
            range={range}
            label={`${name}, plage ${index + 1}`}
            fault={faults.get(range.key)}
            isChecked={isChecked}
            onChange={(part) => change(range.key, part)}
            onAnswer={(fault, isMeant) => put(answerFault(ranges, { range, fault, isMeant }))}
            onRemove={() => put(ranges.filter(({ key }) => key !== range.key))}
          />
        ))}
        {own.length > 0 && isByAppointment ? <span className="soft">et sur rendez-vous</span> : null}
      </div>
      <div className={styles.actions}>
        {hasNoBreak ? (
          <Button size="small" variant="quiet" onClick={breakAtNoon}>
            Pause de midi
          </Button>
        ) : null}
        <Button
          size="small"
          variant="quiet"
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => put([...ranges, newRange(day)])}
        >
          <span className="visually-hidden">{`${name}\u00A0: `}</span>Ajouter
        </Button>
        {isMain ? (
          <Button
            size="small"
            variant="quiet"
            icon={<IconCalendarUser size={18} aria-hidden="true" />}
            aria-pressed={isByAppointment}
            aria-label={`${name}\u00A0: sur rendez-vous`}
            onClick={() => onChange({ ...week, appointmentDays: toggled(appointmentDays, day) })}
          >
            Rendez-vous
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const toggled = (days: readonly DayOfWeek[], day: DayOfWeek) =>
  days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted()

type TypedRangeProps = {
  range: DayRange
  label: string
  fault: RangeFault | undefined
  isChecked: boolean
  onChange: (part: Partial<DayRange>) => void
  onAnswer: (fault: RangeFault, isMeant: boolean) => void
  onRemove: () => void
}

/** A range with what stands against it: a question at once, an error once a save was refused. */
function TypedRange({ range, label, fault, isChecked, onChange, onAnswer, onRemove }: TypedRangeProps) {
  const errorId = useId()
  const answers = fault ? answersTo(fault, range) : []
  const isShown = fault !== undefined && (isChecked || answers.length > 0)
  return (
    <div className={`row-center ${styles.typed}`}>
      <RangeFields
        range={range}
        label={label}
        wrong={isShown ? { part: fault === 'start' ? 'start' : 'end', errorId } : undefined}
        onChange={onChange}
        onRemove={onRemove}
      />
      {isShown ? (
        <FieldErrorText id={errorId} error={{ key: 'opening hours error', text: rangeFaultText(range, fault) }} />
      ) : null}
      {answers.map(([text, isMeant]) => (
        <Button key={text} size="small" variant="secondary" onClick={() => onAnswer(fault as RangeFault, isMeant)}>
          {text}
        </Button>
      ))}
    </div>
  )
}

function answersTo(fault: RangeFault, { start, end }: DayRange): [string, boolean][] {
  if (fault === 'equal') return [['Oui, 24\u00A0h/24', true]]
  if (fault === 'overlap') return [['En faire une seule plage', true]]
  if (fault !== 'night') return []
  return [
    [`Oui, jusqu’à ${hourOf(end)} le lendemain`, true],
    [`Non, de ${hourOf(end)} à ${hourOf(start)}`, false],
  ]
}

type RangeFieldsProps = {
  range: { start: string; end: string; enabled?: boolean }
  label: string
  /** The time that is wrong, described by the element of this id. */
  wrong?: { part: 'start' | 'end'; errorId: string } | undefined
  onChange: (part: { start?: string; end?: string }) => void
  onRemove?: () => void
}

/** Two times, and what an end past midnight means. */
export function RangeFields({ range: { start, end }, label, wrong, onChange, onRemove }: RangeFieldsProps) {
  const [from, to] = [start, end].map((time) => readClockTime(completeClockTime(time)))
  const isNextDay = from !== undefined && to !== undefined && to <= from && to > 0
  const marks = (part: 'start' | 'end') =>
    wrong?.part === part ? { 'aria-invalid': true, 'aria-describedby': wrong.errorId } : {}
  return (
    <div className={`row-center ${styles.times}`}>
      <TimeInput
        aria-label={`${label}, ouverture`}
        {...marks('start')}
        value={start}
        onChange={(value) => onChange({ start: value })}
      />
      <span aria-hidden="true">–</span>
      <TimeInput
        aria-label={`${label}, fermeture`}
        {...marks('end')}
        value={end}
        onChange={(value) => onChange({ end: value })}
      />
      {from === 0 && to === 0 ? <span className="soft">24&nbsp;h/24</span> : null}
      {isNextDay ? <span className="soft">{`jusqu’à ${formatClockTime(to)} le lendemain`}</span> : null}
      {onRemove ? (
        <Button size="small" variant="quiet" aria-label={`Retirer ${label}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  )
}
