import { eventCategories, instantCategories } from '@parvis/domain/instants/kind'
import { counted } from '@parvis/domain/kernel/french-format'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { isZip } from '@parvis/domain/kernel/place'
import { IconX } from '@tabler/icons-react'
import { Temporal } from 'temporal-polyfill'
import { useForm } from '../../lib/use-form.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { NumberField } from '../../ui/text-field.tsx'
import type { AgendaItem } from './agenda.queries.ts'
import styles from './agenda-page.module.css'

export type AgendaFilter = { weekendOnly: boolean; eventsOnly: boolean; category: string; towns: readonly string[] }

export const noFilter: AgendaFilter = { weekendOnly: false, eventsOnly: false, category: '', towns: [] }

const maxTowns = 5

/**
 * Filters of the agenda: this week-end, events, one category; and the neighbouring towns, which are part of the server's query.
 */
export function AgendaFilters({
  filter,
  onChange,
}: {
  filter: AgendaFilter
  onChange: (filter: AgendaFilter) => void
}) {
  const set = (changes: Partial<AgendaFilter>) => onChange({ ...filter, ...changes })
  const count = Number(filter.weekendOnly) + Number(filter.eventsOnly) + Number(filter.category !== '')
  return (
    <div className="below-2">
      <Collapsible title="Filtrer et voir autour" aside={asideOf(count, filter.towns.length)}>
        <div className={`stack-2 ${styles.fields}`}>
          <CheckboxField
            name="weekend"
            label="Ce week-end seulement"
            value={filter.weekendOnly}
            onChange={(weekendOnly) => set({ weekendOnly })}
          />
          <CheckboxField
            name="events"
            label="Événements seulement"
            value={filter.eventsOnly}
            onChange={(eventsOnly) => set({ eventsOnly })}
          />
          <SelectField
            name="category"
            label="Catégorie"
            value={filter.category}
            options={[
              { value: '', label: 'Toutes' },
              ...instantCategories.map(({ slug, label }) => ({ value: slug, label })),
            ]}
            onChange={(category) => set({ category })}
          />
          <Towns towns={filter.towns} onChange={(towns) => set({ towns })} />
        </div>
      </Collapsible>
    </div>
  )
}

const asideOf = (filters: number, towns: number): string =>
  [filters > 0 && counted(filters, 'filtre'), towns > 0 && `${counted(towns, 'ville')} en plus`]
    .filter(Boolean)
    .join(', ')

/** Adds a neighbouring town by its zip. */
function Towns({ towns, onChange }: { towns: readonly string[]; onChange: (towns: readonly string[]) => void }) {
  const form = useForm({
    initial: { town: '' },
    check: ({ town }) => (isZip(town) ? {} : { town: 'zip_code_error' }),
    textOf: () => 'Le code postal est invalide',
    submit: async ({ town }, complete) => {
      onChange([...new Set([...towns, town])].slice(0, maxTowns))
      complete({ town: '' })
    },
  })
  return (
    <form className="row bottom" onSubmit={form.onSubmit} noValidate>
      <NumberField
        {...form.field('town')}
        label="Ajouter une ville voisine"
        hint="Son code postal, cinq villes au plus"
        digits={5}
        autoComplete="off"
      />
      <Button type="submit" variant="secondary" disabled={towns.length >= maxTowns}>
        Ajouter
      </Button>
      {towns.map((town) => (
        <QuietButton
          key={town}
          aria-label={`Retirer ${town}`}
          icon={IconX}
          onClick={() => onChange(towns.filter((other) => other !== town))}
        >
          {town}
        </QuietButton>
      ))}
    </form>
  )
}

/** The week-end is the coming Saturday and Sunday, or the one that is running. */
export function matchesFilter(item: AgendaItem, filter: AgendaFilter, now: Temporal.Instant): boolean {
  const { eventsOnly, category, weekendOnly } = filter
  if (category !== '' && item.category !== category) return false
  if (eventsOnly && !isEvent(item)) return false
  return !weekendOnly || isThisWeekend(item, now)
}

const isEvent = ({ category }: AgendaItem) => eventCategories.some((slug) => slug === category)

function isThisWeekend({ originalStart, end }: AgendaItem, now: Temporal.Instant): boolean {
  const today = parisDay(now)
  const sunday = today.add({ days: 7 - today.dayOfWeek })
  const [first, last] = [originalStart, end].map((moment) => parisDay(Temporal.Instant.from(moment)))
  if (!first || !last) return false
  const isBefore = Temporal.PlainDate.compare(first, sunday) <= 0
  return isBefore && Temporal.PlainDate.compare(last, sunday.subtract({ days: 1 })) >= 0
}
