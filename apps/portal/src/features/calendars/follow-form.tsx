import { calendarCategories } from '@parvis/domain/calendars/calendar'
import { calendarsFieldTexts } from '@parvis/domain/calendars/calendar.refusals.fr'
import { instantCategory } from '@parvis/domain/instants/kind'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Followed, follow, useChangeCalendar } from './calendar.queries.ts'
import styles from './calendar-page.module.css'

const texts: Record<string, string> = { ...calendarsFieldTexts, form_data_error: 'Choisissez une catégorie.' }

const categories = calendarCategories.flatMap((id) => {
  const category = instantCategory(id)
  return category ? [{ value: String(id), label: category.label }] : []
})

/** The address of the calendar and the category of its events; another address keeps the events that are in both. */
export function FollowForm({ calendar }: { calendar?: Followed }) {
  const { mutateAsync } = useChangeCalendar(true)
  const form = useForm({
    initial: { url: calendar?.url ?? '', categoryId: calendar ? String(calendar.categoryId) : '' },
    check: ({ url, categoryId }): Record<string, string> => ({
      ...(url.trim() === '' && { url: 'calendar_address_error' }),
      ...(categoryId === '' && { categoryId: 'form_data_error' }),
    }),
    textOf: (key) => texts[key] ?? key,
    submit: (values) => mutateAsync(() => follow(values)),
  })
  return (
    <form className={`stack-2 fields ${styles.form}`} onSubmit={form.onSubmit} noValidate>
      <TextField
        {...form.field('url')}
        label="Adresse de votre calendrier (.ics)"
        hint="Dans Google Agenda&nbsp;: Paramètres de l’agenda, «&nbsp;Adresse secrète au format iCal&nbsp;»."
        required
        inputMode="url"
        autoComplete="off"
      />
      <SelectField
        {...form.field('categoryId')}
        label="Catégorie de ces événements"
        required
        placeholder="Choisir une catégorie"
        options={categories}
      />
      <FailureAlert error={Object.keys(form.errors).length === 0 && form.failure} />
      <Button type="submit" variant={calendar ? 'secondary' : 'primary'} loading={form.isPending}>
        {calendar ? 'Enregistrer' : 'S’abonner'}
      </Button>
      {calendar ? null : (
        <p className="soft">
          Vos événements arrivent en brouillons&nbsp;: vous choisissez ensuite de les publier. Les événements privés et
          les noms des invités ne sont jamais repris.
        </p>
      )}
    </form>
  )
}
