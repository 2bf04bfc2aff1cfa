import { nextYearHolidays } from '@parvis/domain/hours/holidays'
import { useState } from 'react'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './hours.module.css'
import { dayInWords } from './hours-overview.tsx'
import { RangeFields } from './typed-range.tsx'
import { type ShownHours, useChangeHours } from './use-hours.ts'

type Holiday = ShownHours['holidays'][number]

const words = { closed: 'Fermé', usual: 'Comme d’habitude', special: 'Horaires spéciaux' } as const

/** Each public holiday to come, asked and never applied; from December the whole next year at once. */
export function HolidaysCard({ hours }: { hours: ShownHours }) {
  const year = nextYearHolidays(hours.holidays, hours.now.slice(0, 10))
  const isYearAsked = year.some(({ decision }) => decision === null)
  const apart = hours.holidays.filter((holiday) => !isYearAsked || !year.includes(holiday))
  return (
    <Card
      title="Jours fériés"
      sentence="Tant que vous n’avez pas répondu, votre page affiche vos horaires habituels, « à confirmer »."
    >
      <ul className="stack-2">
        {apart.map((holiday) => (
          <HolidayRow key={holiday.date} holiday={holiday} />
        ))}
      </ul>
      {isYearAsked ? <YearForm key={year[0]?.date} year={year} /> : null}
    </Card>
  )
}

/** The whole next year in one save; last year’s answers are chosen already, nothing is applied before. */
function YearForm({ year }: { year: readonly Holiday[] }) {
  const { mutate, isPending } = useChangeHours()
  const [chosen, setChosen] = useState(() => new Map(year.map(({ date, ...it }) => [date, it.decision ?? offered(it)])))
  const name = year[0]?.date.slice(0, 4) ?? ''
  const isLastYears = year.every(({ date, ...it }) => chosen.get(date) === (it.decision ?? offered(it)))
  const decisions = year.flatMap(({ date, decision }) => {
    const choice = chosen.get(date)
    return choice && choice !== decision && choice !== 'special' ? [{ date, decision: choice }] : []
  })
  const save = () =>
    mutate((params) => call('PUT /v1/company/:id/hours/holidays', { params, body: { decisions } }), {
      onSuccess: () => showToast('Vos jours fériés sont enregistrés'),
    })
  return (
    <section className={`stack-2 ${styles.year}`} aria-labelledby="holiday-year">
      <h3 id="holiday-year">Les jours fériés de {name}</h3>
      <ul className="stack-2">
        {year.map(({ date, name: holiday }) => (
          <li key={date} className={styles.row}>
            <div>{typographic(`${dayInWords(date)}, ${holiday}`)}</div>
            <Choices
              date={date}
              choices={['closed', 'usual']}
              decision={chosen.get(date) ?? null}
              isPending={isPending}
              onChoose={(choice) => setChosen(new Map([...chosen, [date, choice]]))}
            />
          </li>
        ))}
      </ul>
      <Button loading={isPending} disabled={decisions.length === 0} onClick={save}>
        {isLastYears && decisions.length > 0
          ? `Reprendre mes choix de ${Number(name) - 1}`
          : 'Enregistrer ces réponses'}
      </Button>
    </section>
  )
}

/** Special hours belong to one year: they are not proposed again. */
function offered({ lastYear }: Pick<Holiday, 'lastYear'>): Holiday['decision'] {
  return lastYear === 'special' ? null : lastYear
}

type Choice = keyof typeof words
type ChoicesProps = {
  date: string
  choices: readonly Choice[]
  decision: Holiday['decision']
  isPending: boolean
  onChoose: (choice: Choice) => void
}

function Choices({ date, choices, decision, isPending, onChoose }: ChoicesProps) {
  return (
    <div className={styles.line}>
      {choices.map((choice) => (
        <Button
          key={choice}
          size="small"
          variant={decision === choice ? 'primary' : 'secondary'}
          aria-pressed={decision === choice}
          aria-label={`${dayInWords(date)}\u00A0: ${words[choice]}`}
          disabled={isPending}
          onClick={() => onChoose(choice)}
        >
          {words[choice]}
        </Button>
      ))}
    </div>
  )
}

function HolidayRow({ holiday: { date, name, note, usuallyOpen, decision } }: { holiday: Holiday }) {
  const { mutate, isPending } = useChangeHours()
  const [special, setSpecial] = useState<{ start: string; end: string }>()
  const answer = (chosen: Holiday['decision']) =>
    mutate(
      (params) =>
        call('PUT /v1/company/:id/hours/holidays/:date', {
          params: { ...params, date },
          body: { decision: chosen, ...(chosen === 'special' && special && { ranges: [special] }) },
        }),
      { onSuccess: () => setSpecial(undefined) },
    )
  return (
    <li className={styles.row}>
      <div>
        {typographic(`${dayInWords(date)}, ${name}`)}
        {note ? <div className="soft">{typographic(note)}</div> : null}
        {usuallyOpen ? null : <div className="soft">Habituellement fermé ce jour-là</div>}
      </div>
      <Choices
        date={date}
        choices={['closed', 'usual', 'special']}
        decision={decision}
        isPending={isPending}
        onChoose={(choice) => (choice === 'special' ? setSpecial({ start: '', end: '' }) : answer(choice))}
      />
      {special ? (
        <div className={styles.line}>
          <RangeFields
            range={special}
            label={dayInWords(date)}
            onChange={(part) => setSpecial({ ...special, ...part })}
          />
          <Button size="small" loading={isPending} onClick={() => answer('special')}>
            Enregistrer ces heures
          </Button>
        </div>
      ) : null}
    </li>
  )
}
