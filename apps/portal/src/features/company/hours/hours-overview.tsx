import { holidayToAsk } from '@parvis/domain/hours/holidays'
import { formatWeekday } from '@parvis/domain/kernel/french-format'
import { capitalise } from '@parvis/domain/kernel/text'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { WeekHours } from '../opening-line.tsx'
import { dayOf, planOf } from './today-hours.tsx'
import { type ShownHours, useChangeHours, useHours } from './use-hours.ts'

/** The week of the card of a company: what is saved, but for today, which is as residents read it now. */
export function HoursOverview() {
  const { data: hours, error, refetch } = useHours()
  if (!hours) return <Loading error={error} retry={refetch} height={240} />
  return (
    <>
      <WeekHours plan={planOf(hours)} />
      <Allowed call="PUT /v1/company/:id/hours/week">
        <HolidayCard hours={hours} />
        <LinkButton to="/horaires" variant="quiet" size="small">
          Horaires, congés et jours fériés
        </LinkButton>
      </Allowed>
    </>
  )
}

/** The next holiday of the month on a usually open day, asked and never applied. */
function HolidayCard({ hours }: { hours: ShownHours }) {
  const { mutate, isPending } = useChangeHours()
  const holiday = holidayToAsk(hours.holidays, hours.exceptions, dayOf(hours.now))
  if (!holiday) return null
  const { date, name } = holiday
  const answer = (decision: 'closed' | 'usual') =>
    mutate(() => call('PUT /v1/company/:id/hours/holidays/:date', { params: { date }, body: { decision } }))
  return (
    <section className="stack-2 box pad-2" aria-label="Jour férié">
      <p>{typographic(`${dayInWords(date)}, ${name} : serez-vous ouvert ?`)}</p>
      <div className="inline wrap gap-2">
        <SmallButton disabled={isPending} onClick={() => answer('closed')}>
          Fermé
        </SmallButton>
        <SmallButton disabled={isPending} onClick={() => answer('usual')}>
          Comme d’habitude
        </SmallButton>
        <LinkButton to="/horaires" variant="quiet" size="small">
          Horaires spéciaux
        </LinkButton>
      </div>
    </section>
  )
}

/** `Mercredi 14 juillet`, `Samedi 1er mai` of a day `YYYY-MM-DD`. */
export const dayInWords = (date: string): string => capitalise(formatWeekday(`${date}T12:00:00Z`))
