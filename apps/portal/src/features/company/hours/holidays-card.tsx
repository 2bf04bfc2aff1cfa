import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './hours.module.css'
import { dayInWords } from './today-hours.tsx'
import { type Hours, useChangeHours } from './use-hours.ts'
import { RangeFields } from './week-editor.tsx'

type Holiday = Hours['holidays'][number]

const words = { closed: 'Fermé', usual: 'Comme d’habitude', special: 'Horaires spéciaux' } as const

/** Each public holiday to come, asked and never applied; last year's answers are offered (TO-04, H-028 to H-030). */
export function HolidaysCard({ hours: { holidays } }: { hours: Hours }) {
  const { mutate, isPending } = useChangeHours()
  const again = holidays.flatMap(({ date, decision, lastYear }) =>
    decision === null && (lastYear === 'closed' || lastYear === 'usual') ? [{ date, decision: lastYear }] : [],
  )
  const repeat = () =>
    mutate((params) => call('PUT /v1/company/:id/hours/holidays', { params, body: { decisions: again } }))
  return (
    <Card
      title="Jours fériés"
      sentence="Sans réponse, vos horaires habituels restent, avec la mention « à confirmer »."
    >
      {again.length > 0 ? (
        <Button variant="secondary" loading={isPending} onClick={repeat}>
          Reprendre mes choix de l’an dernier
        </Button>
      ) : null}
      <ul className={styles.list}>
        {holidays.map((holiday) => (
          <HolidayRow key={holiday.date} holiday={holiday} />
        ))}
      </ul>
    </Card>
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
        {note ? <div className={styles.note}>{typographic(note)}</div> : null}
        {usuallyOpen ? null : <div className={styles.note}>Habituellement fermé ce jour-là</div>}
      </div>
      <div className={styles.line}>
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
