import { type DayOfWeek, dayName, daysOfWeek } from '@parvis/domain/company/opening-hours'
import {
  answerFault,
  checkTypedWeek,
  type DayRange,
  type EditedWeek,
  type RangeFault,
} from '@parvis/domain/hours/typed-week'
import { capitalise } from '@parvis/domain/kernel/text'
import { IconPlus } from '@tabler/icons-react'
import { QuietButton, SmallButton } from '../../../ui/button.tsx'
import { useKeptFocus } from '../../../ui/use-return-focus.ts'
import styles from './hours.module.css'
import { TypedRange } from './typed-range.tsx'

type WeekEditorProps = {
  week: EditedWeek
  onChange: (week: EditedWeek) => void
  /** A save was refused: what is wrong is shown, not only what is asked. */
  isChecked: boolean
  /** The main hours of a place: a day may receive by appointment. */
  isMain?: boolean | undefined
  /** They may close for a time. */
  mayClose?: boolean
}

/**
 * The one editor of a week: several ranges a day, an end past midnight said in words, a day copied on others, 24 hours, by
 * appointment, closed for a time. What looks like a slip is asked about beside the range.
 */
export function WeekEditor({ week, onChange, isChecked, isMain = false, mayClose = false }: WeekEditorProps) {
  const faults = checkTypedWeek(week.ranges)
  const editor = useKeptFocus<HTMLDivElement>()
  return (
    <div ref={editor} tabIndex={-1} className={styles.fields}>
      {isClosed(week) ? (
        <p className={`sunken ${styles.paused}`}>
          Temporairement fermé&nbsp;: ces horaires reprendront à la réouverture.
        </p>
      ) : null}
      <ul className="stack-2">
        {daysOfWeek.map((day) => (
          <DayRow key={day} {...{ day, week, faults, isChecked, isMain, onChange }} />
        ))}
      </ul>
      <CopyDay week={week} onChange={onChange} />
      <div className="inline wrap gap-2">
        {week.ranges.length === 0 ? (
          <EmptyWeek week={week} isMain={isMain} onChange={onChange} />
        ) : mayClose ? (
          <SmallButton onClick={() => onChange(closedOrOpen(week))}>
            {isClosed(week) ? 'Rouvrir' : 'Fermer temporairement'}
          </SmallButton>
        ) : null}
      </div>
    </div>
  )
}

const isClosed = ({ ranges }: EditedWeek) => ranges.length > 0 && ranges.every(({ enabled }) => !enabled)

const closedOrOpen = (week: EditedWeek) => ({
  ...week,
  ranges: week.ranges.map((range) => ({ ...range, enabled: isClosed(week) })),
})

/** The two weeks that are said in one tap. */
function EmptyWeek({ week, isMain, onChange }: Pick<WeekEditorProps, 'week' | 'isMain' | 'onChange'>) {
  const always = daysOfWeek.map((day) => ({ ...newRange(day), start: '00:00', end: '00:00' }))
  return (
    <>
      <SmallButton onClick={() => onChange({ ranges: always, appointmentDays: [] })}>
        Ouvert 24&nbsp;h/24, 7&nbsp;j/7
      </SmallButton>
      {isMain && week.appointmentDays.length === 0 ? (
        <SmallButton onClick={() => onChange({ ranges: [], appointmentDays: daysOfWeek.slice(0, 5) })}>
          Sur rendez-vous, du lundi au vendredi
        </SmallButton>
      ) : null}
    </>
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
    <div className="inline wrap gap-2">
      <span className="soft">Copier {dayName(first)} sur&nbsp;:</span>
      {working.length > 0 ? <SmallButton onClick={() => copyOn(working)}>{daysText(working)}</SmallButton> : null}
      <SmallButton onClick={() => copyOn(after)}>{first === 1 ? 'toute la semaine' : daysText(after)}</SmallButton>
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
  const { ranges } = week
  const row = useKeptFocus<HTMLLIElement>()
  const put = (next: readonly DayRange[]) => onChange({ ...week, ranges: next })
  const own = ranges.filter((range) => range.day === day)
  const rest = restOf(own.length > 0, week.appointmentDays.includes(day))
  const change = (key: string, part: Partial<DayRange>) =>
    put(ranges.map((range) => (range.key === key ? { ...range, isMeant: false, ...part } : range)))
  return (
    <li ref={row} tabIndex={-1} className={styles.day} data-closed={(own.length === 0 && !isMain) || undefined}>
      <strong>{capitalise(dayName(day))}</strong>
      <div className={styles.ranges}>
        {own.map((range, index) => (
          <TypedRange
            key={range.key}
            range={range}
            label={`${dayName(day)}, plage ${index + 1}`}
            fault={faults.get(range.key)}
            isChecked={isChecked}
            onChange={(part) => change(range.key, part)}
            onAnswer={(fault, isMeant) => put(answerFault(ranges, { range, fault, isMeant }))}
            onRemove={() => put(ranges.filter(({ key }) => key !== range.key))}
          />
        ))}
        {rest ? <span className="soft">{rest}</span> : null}
      </div>
      <DayActions {...{ day, week, isMain, onChange }} />
    </li>
  )
}

function restOf(hasRanges: boolean, isByAppointment: boolean): string {
  if (isByAppointment) return hasRanges ? 'et sur rendez-vous' : 'Sur rendez-vous'
  return hasRanges ? '' : 'Fermé'
}

function DayActions({ day, week, isMain, onChange }: Omit<DayRowProps, 'faults' | 'isChecked'>) {
  const { ranges, appointmentDays } = week
  const name = dayName(day)
  const isByAppointment = appointmentDays.includes(day)
  const otherDays = appointmentDays.filter((one) => one !== day)
  return (
    <div className={`flex wrap to-end ${styles.actions}`}>
      {hasNoBreak(ranges, day) ? (
        <QuietButton onClick={() => onChange({ ...week, ranges: ranges.flatMap((range) => withBreak(range, day)) })}>
          Pause de midi
        </QuietButton>
      ) : null}
      <QuietButton icon={IconPlus} onClick={() => onChange({ ...week, ranges: [...ranges, newRange(day)] })}>
        <span className="visually-hidden">{`${name}\u00A0: `}</span>Ajouter
      </QuietButton>
      {isMain ? (
        <QuietButton
          aria-pressed={isByAppointment}
          aria-label={`${name}\u00A0: sur rendez-vous`}
          onClick={() =>
            onChange({
              ranges,
              appointmentDays: isByAppointment ? otherDays : [...otherDays, day].toSorted((a, b) => a - b),
            })
          }
        >
          Rendez-vous
        </QuietButton>
      ) : null}
    </div>
  )
}

function hasNoBreak(ranges: readonly DayRange[], day: DayOfWeek): boolean {
  const [first, ...others] = ranges.filter((range) => range.day === day)
  return first !== undefined && others.length === 0 && first.start < '12:30' && first.end > '14:00'
}

const withBreak = (range: DayRange, day: DayOfWeek): DayRange[] =>
  range.day === day
    ? [
        { ...range, end: '12:30' },
        { ...range, start: '14:00', key: crypto.randomUUID() },
      ]
    : [range]
