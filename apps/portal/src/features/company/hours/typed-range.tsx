import { hourOf, rangeFaultText } from '@parvis/domain/hours/hours.texts.fr'
import type { DayRange, RangeFault } from '@parvis/domain/hours/typed-week'
import { completeClockTime, formatClockTime, readClockTime } from '@parvis/domain/kernel/clock-time'
import { IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { QuietButton, SmallButton } from '../../../ui/button.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import styles from './hours.module.css'

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
export function TypedRange({ range, label, fault, isChecked, onChange, onAnswer, onRemove }: TypedRangeProps) {
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
        <SmallButton key={text} onClick={() => onAnswer(fault as RangeFault, isMeant)}>
          {text}
        </SmallButton>
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
      {onRemove ? <QuietButton aria-label={`Retirer ${label}`} onClick={onRemove} icon={IconTrash} /> : null}
    </div>
  )
}
