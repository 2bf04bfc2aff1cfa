import { Popover } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import 'dayjs/locale/fr'
import { useState } from 'react'
import { Mantine } from './mantine.tsx'

type CalendarButtonProps = {
  className: string
  disabled: boolean | undefined
  /** `YYYY-MM-DD`, as all days here. */
  day: string | undefined
  onChoose: (day: string) => void
}

/** Opens a calendar to choose a day from. */
export function CalendarButton({ className, disabled, day, onChoose }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (chosen: string | null) => {
    if (chosen) onChoose(chosen)
    setOpen(false)
  }
  return (
    <Mantine>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        // The button stands two pixels inside the field's frame.
        offset={{ mainAxis: 10, crossAxis: 2 }}
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <button
            type="button"
            className={className}
            aria-label="Choisir dans le calendrier"
            aria-expanded={isOpen}
            disabled={disabled}
            onClick={() => setOpen(!isOpen)}
          >
            <IconCalendar size={22} aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Calendrier">
          <DatesProvider settings={{ locale: 'fr', firstDayOfWeek: 1 }}>
            <DatePicker
              value={day ?? null}
              onChange={choose}
              defaultDate={day ?? ''}
              ariaLabels={{ previousMonth: 'Mois précédent', nextMonth: 'Mois suivant' }}
              size="md"
            />
          </DatesProvider>
        </Popover.Dropdown>
      </Popover>
    </Mantine>
  )
}
