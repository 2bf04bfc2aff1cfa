import { Popover } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/fr'
import { type Ref, useImperativeHandle } from 'react'
import { presentMoment } from '../lib/present.ts'
import { Mantine } from './mantine.tsx'

type DayCalendarProps = {
  opened: boolean
  onClose: () => void
  /** The button that opens it: beside it, and no touch « outside ». */
  button: HTMLElement
  /** `YYYY-MM-DD`, as all days here. */
  day: string | undefined
  onChoose: (day: string) => void
}

/** A calendar to choose a day from. */
export function DayCalendar({ opened, onClose, button, day, onChoose }: DayCalendarProps) {
  const start = day ?? parisToday(presentMoment())
  const choose = (chosen: string | null) => {
    if (chosen) onChoose(chosen)
    onClose()
  }
  return (
    <Mantine>
      <Popover
        opened={opened}
        onChange={(isOpen) => isOpen || onClose()}
        position="bottom-end"
        // The button stands two pixels inside the field's frame.
        offset={{ mainAxis: 10, crossAxis: 2 }}
        trapFocus
        withRoles={false}
      >
        <Popover.Target>
          <Anchor element={button} />
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Calendrier">
          <DatesProvider settings={{ locale: 'fr', firstDayOfWeek: 1, weekendDays: [] }}>
            <DatePicker
              value={day ?? null}
              onChange={choose}
              defaultDate={start}
              getDayProps={(date) => ({ 'data-autofocus': date === start || undefined })}
              ariaLabels={{ previousMonth: 'Mois précédent', nextMonth: 'Mois suivant' }}
              size="md"
              styles={{ day: { width: 'min(44px, 12vw)', height: 44 } }}
              hideOutsideDates
            />
          </DatesProvider>
        </Popover.Dropdown>
      </Popover>
    </Mantine>
  )
}

/** What Mantine asks for as a child, where the button stands outside of it. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}
