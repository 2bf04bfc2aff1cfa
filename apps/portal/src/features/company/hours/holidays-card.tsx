import { nextYearHolidays } from '@parvis/domain/hours/holidays'
import { useRef, useState } from 'react'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './hours.module.css'
import { dayInWords } from './hours-overview.tsx'
import { RangeFields } from './typed-range.tsx'
import { type ShownHours, useChangeHours } from './use-hours.ts'

type Holiday = ShownHours['holidays'][number]

const words = { closed: 'Fermé', usual: 'Comme d’habitude', special: 'Horaires spéciaux' } as const
const yearChoices = (['closed', 'usual'] as const).map((value) => ({ value, label: words[value] }))

/** The next public holiday, then the others, asked and never applied; from December the whole next year at once. */
export function HolidaysCard({ hours }: { hours: ShownHours }) {
  const year = nextYearHolidays(hours.holidays, hours.now.slice(0, 10))
  const isYearAsked = year.some(({ decision }) => decision === null)
  const [next, ...others] = hours.holidays.filter((holiday) => !isYearAsked || !year.includes(holiday))
  return (
    <Card
      title="Jours fériés"
      sentence="Tant que vous n’avez pas répondu, votre page affiche vos horaires habituels, «&nbsp;à confirmer&nbsp;»."
    >
      {next ? (
        <ul>
          <HolidayRow key={next.date} holiday={next} />
        </ul>
      ) : null}
      {others.length > 0 ? (
        <Collapsible title={othersText(others.length)} look="plain">
          <ul className="stack-2">
            {others.map((holiday) => (
              <HolidayRow key={holiday.date} holiday={holiday} />
            ))}
          </ul>
        </Collapsible>
      ) : null}
      {isYearAsked ? <YearForm key={year[0]?.date} year={year} /> : null}
    </Card>
  )
}

const othersText = (count: number) => (count === 1 ? 'Voir le suivant' : `Voir les ${count} autres`)

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
    mutate(() => call('PUT /v1/company/:id/hours/holidays', { body: { decisions } }), {
      onSuccess: () => showToast('Vos jours fériés sont enregistrés'),
    })
  return (
    <section className={`stack-2 ${styles.year}`} aria-labelledby="holiday-year">
      <h3 id="holiday-year">Les jours fériés de {name}</h3>
      <Collapsible title="Répondre jour par jour" look="plain">
        <div className="stack-2">
          {year.map(({ date, name: holiday }) => (
            <SelectField
              key={date}
              name={`holiday-${date}`}
              label={typographic(`${dayInWords(date)}, ${holiday}`)}
              placeholder="Pas de réponse"
              value={chosen.get(date) ?? ''}
              options={yearChoices}
              onChange={(choice) => setChosen(new Map([...chosen, [date, choice]]))}
            />
          ))}
        </div>
      </Collapsible>
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

/** A line that says what residents read; its choices open under it, and close with the answer. */
function HolidayRow({ holiday }: { holiday: Holiday }) {
  const { date, name, note, usuallyOpen, decision } = holiday
  const [isOpen, setOpen] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    edit.current?.focus()
  }
  const unanswered = usuallyOpen ? 'À confirmer' : 'Habituellement fermé ce jour-là'
  return (
    <li className={`inline wrap between gap-2 anywhere ${styles.row}`}>
      <div className={styles.holiday}>
        {typographic(`${dayInWords(date)}, ${name}`)}
        <div className={decision ? 'bold' : 'soft'}>{decision ? words[decision] : unanswered}</div>
        {note ? <div className="soft">{typographic(note)}</div> : null}
      </div>
      <SmallButton ref={edit} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {decision ? 'Modifier' : 'Répondre'}
        <span className="visually-hidden">{`\u00A0: ${dayInWords(date)}`}</span>
      </SmallButton>
      {isOpen ? <HolidayChoices holiday={holiday} onAnswered={close} /> : null}
    </li>
  )
}

function HolidayChoices({ holiday: { date, decision }, onAnswered }: { holiday: Holiday; onAnswered: () => void }) {
  const { mutate, isPending } = useChangeHours()
  const [special, setSpecial] = useState<{ start: string; end: string }>()
  const answer = (chosen: keyof typeof words) => {
    const body = { decision: chosen, ...(chosen === 'special' && special && { ranges: [special] }) }
    mutate(() => call('PUT /v1/company/:id/hours/holidays/:date', { params: { date }, body }), {
      onSuccess: onAnswered,
    })
  }
  return (
    <div className={`stack-2 ${styles.whole}`}>
      <div className="inline wrap gap-2">
        {(['closed', 'usual', 'special'] as const).map((choice) => (
          <Button
            key={choice}
            size="small"
            variant={decision === choice ? 'primary' : 'secondary'}
            aria-pressed={decision === choice}
            aria-label={`${dayInWords(date)}\u00A0: ${words[choice]}`}
            disabled={isPending}
            onClick={() => (choice === 'special' ? setSpecial({ start: '', end: '' }) : answer(choice))}
          >
            {words[choice]}
          </Button>
        ))}
      </div>
      {special ? (
        <div className="inline wrap gap-2">
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
    </div>
  )
}
