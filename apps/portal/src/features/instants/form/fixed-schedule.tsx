import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import type { TypedFixedItem } from '@parvis/domain/instants/typed-schedule'
import { IconCalendarPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { DateMoments } from './date-moments.tsx'
import { ItemOptions } from './item-options.tsx'
import { MoreDates } from './more-dates.tsx'
import styles from './schedule.module.css'
import { fixedItem, todayItem, tomorrowItem } from './schedule-choices.ts'
import type { InstantForm } from './use-instant-form.ts'

/** One date, and more of them when wanted: each can be removed and added again (I-033, I-080 to I-083, H-101, H-102). */
export function FixedSchedule({ form }: { form: InstantForm }) {
  const { values, change, now, company } = form
  const item = values.fixed
  const set = (fixed: TypedFixedItem | null) => change({ fixed })
  if (!item) {
    const icon = <IconCalendarPlus aria-hidden="true" />
    return (
      <div className={styles.add}>
        <Button variant="secondary" icon={icon} onClick={() => set(todayItem(now, openingHoursOf(company.openHours)))}>
          Aujourd’hui
        </Button>
        <Button
          variant="secondary"
          icon={icon}
          onClick={() => set(tomorrowItem(now, openingHoursOf(company.openHours)))}
        >
          Demain
        </Button>
        <Button variant="secondary" icon={icon} onClick={() => set(fixedItem())}>
          Ajouter une date
        </Button>
      </div>
    )
  }
  const edit = (changes: Partial<TypedFixedItem>) => set({ ...item, ...changes })
  return (
    <div className={styles.fixed}>
      <DateMoments item={item} name="fixed" onChange={edit} />
      <ItemOptions item={item} onChange={edit} />
      <div>
        <Button
          variant="quiet"
          size="small"
          aria-label="Supprimer la date"
          icon={<IconTrash aria-hidden="true" />}
          onClick={() => removeFirst(form)}
        >
          Supprimer la date
        </Button>
      </div>
      <MoreDates form={form} first={item} />
    </div>
  )
}

/** The next date takes the place of the first one. */
function removeFirst({ values, change }: InstantForm) {
  const [next, ...otherDates] = values.otherDates ?? []
  if (!next) return change({ fixed: null })
  const { key: _, ...fixed } = next
  change({ fixed, otherDates })
}
