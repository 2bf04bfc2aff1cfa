import type { AnswerOf } from '@parvis/domain/api'
import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import { type TypedFixedItem, writeTypedItem } from '@parvis/domain/instants/typed-schedule'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { clockText } from '@parvis/domain/site/when.fr'
import { IconCalendarPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { OutsideLink } from '../../../ui/link-button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { SeatedNote } from '../bookings/seated-note.tsx'
import { DateMoments } from './date-moments.tsx'
import { ItemOptions } from './item-options.tsx'
import { MoreDates } from './more-dates.tsx'
import { RecurrentSchedule } from './recurrent-schedule.tsx'
import styles from './schedule.module.css'
import { fixedItem, isOver, todayItem, tomorrowItem } from './schedule-choices.ts'
import type { InstantForm } from './use-instant-form.ts'

/** Section 2: when it takes place, each week or once; an event has one date. */
export function ScheduleSection({ form }: { form: InstantForm }) {
  const { values, change, errors, kind, instant } = form
  const isWeekly = values.tab === 'recurrent' && kind !== 'event' && form.items.length > 0
  return (
    <div id="field-activationTimes">
      <FieldErrorText error={errors.activationTimes} />
      {instant && form.isDirty ? <SeatedNote id={instant.instantInformation.id} /> : null}
      {kind === 'event' ? (
        <FixedSchedule form={form} />
      ) : (
        <Tabs
          label="Type d’horaires"
          value={values.tab === 'fixed' ? 'fixed' : 'recurrent'}
          onChange={(tab) => (tab === 'recurrent' && values.tab === 'hours' ? undefined : change({ tab }))}
          tabs={[
            { value: 'recurrent', label: 'Chaque semaine', panel: <RecurrentSchedule form={form} /> },
            { value: 'fixed', label: 'À une date', panel: <FixedSchedule form={form} /> },
          ]}
        />
      )}
      <OneTabOnly form={form} />
      {isWeekly ? (
        <div className="stack-2 start top-2">
          <CheckboxField
            name="pauses-when-closed"
            label="Pas les jours où je suis fermé"
            hint="Pendant vos congés et vos fermetures, les habitants ne voient pas ces jours-là."
            value={values.pausesWhenClosed !== false}
            onChange={(pausesWhenClosed) => change({ pausesWhenClosed })}
          />
        </div>
      ) : null}
      {isOver(form.items, form.now) ? (
        <Alert tone="warning" errorKey="past_date">
          Cette date est passée&nbsp;: les habitants ne verront pas cet instant.
        </Alert>
      ) : null}
    </div>
  )
}

/** What was typed in another tab is not saved. */
function OneTabOnly({ form: { values, kind, items } }: { form: InstantForm }) {
  const inFixed = values.tab === 'fixed' ? 0 : Number(values.fixed !== null)
  const inWeek = values.tab === 'fixed' ? values.recurrent.length : 0
  if (kind === 'event' || inFixed + inWeek === 0 || (items.length === 0 && values.tab !== 'hours')) return null
  return (
    <p className="note below-2">
      Seuls les horaires de cet onglet seront enregistrés&nbsp;: un instant revient chaque semaine ou a lieu à une date.
    </p>
  )
}

/** One date, and more of them when wanted: each can be removed and added again. */
function FixedSchedule({ form }: { form: InstantForm }) {
  const { values, change, now, company } = form
  const item = values.fixed
  const set = (fixed: TypedFixedItem | null) => change({ fixed })
  if (!item) {
    const hours = openingHoursOf(company.openHours)
    const first = {
      'Aujourd’hui': todayItem(now, hours),
      Demain: tomorrowItem(now, hours),
      'Ajouter une date': fixedItem(),
    }
    return (
      <div className="row">
        {Object.entries(first).map(([label, date]) => (
          <Button key={label} variant="secondary" icon={IconCalendarPlus} onClick={() => set(date)}>
            {label}
          </Button>
        ))}
      </div>
    )
  }
  const edit = (changes: Partial<TypedFixedItem>) => set({ ...item, ...changes })
  return (
    <div className="stack-2">
      <DateMoments item={item} name="fixed" onChange={edit} />
      {form.kind === 'event' ? <SameDay form={form} item={item} /> : null}
      <ItemOptions item={item} onChange={edit} />
      <div>
        <QuietButton aria-label="Supprimer la date" icon={IconTrash} onClick={() => removeFirst(form)}>
          Supprimer la date
        </QuietButton>
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

/** What else takes place in town on a typed date, and what looks like the same event: never in the way, silent without network. */
function SameDay({ form, item }: { form: InstantForm; item: TypedFixedItem }) {
  const { instant, values } = form
  const isOnline = useOnline()
  const start = useSettled(readDateTime(writeTypedItem(item, '').startDateTime)?.toString() ?? '')
  const title = useSettled(values.title.trim())
  const { data, isError } = useQuery({
    ...query('GET /v1/company/:id/same-day', {
      query: { start, title, except: instant ? String(instant.instantInformation.id) : '' },
    }),
    enabled: isOnline && start !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return data && !isError && start !== '' ? <Others found={data} /> : null
}

type Found = AnswerOf<'GET /v1/company/:id/same-day'>

function Others({ found: data }: { found: Found }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="soft">
      <p role="status">
        {data.likely ? (
          <OutsideLink className={styles.likely} href={data.likely.url}>
            {data.likelyText}
          </OutsideLink>
        ) : null}
        {data.text}
        {data.items.length > 0 ? (
          <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Voir
          </QuietButton>
        ) : null}
      </p>
      {isOpen ? (
        <ul className={`taps ${styles.plain}`}>
          {data.items.map(({ title: name, business, start: at, url }) => (
            <li key={url}>
              <OutsideLink href={url}>{name}</OutsideLink> · {business}, {timeOf(at)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const timeOf = (written: string): string => {
  const at = readDateTime(written)
  return at ? clockText(at) : ''
}
