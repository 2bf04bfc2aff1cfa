import { closureNews } from '@parvis/domain/hours/hours.texts.fr'
import { formatClockTime, readClockTime } from '@parvis/domain/kernel/clock-time'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DayField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForesight } from './foreseen.tsx'
import styles from './hours.module.css'
import { hoursFieldErrors, unsaidText } from './hours-errors.ts'
import { dayInWords } from './hours-overview.tsx'
import { RangeFields } from './typed-range.tsx'
import { type HourEntry, type ShownHours, useChangeHours } from './use-hours.ts'

/** Closures and particular days: those to come, and one form for a new one. */
export function ExceptionsCard({ hours: { exceptions } }: { hours: ShownHours }) {
  const { mutate, isPending } = useChangeHours()
  const remove = ({ id }: HourEntry) =>
    mutate((params) =>
      call('DELETE /v1/company/:id/hours/exceptions/:exceptionId', { params: { ...params, exceptionId: String(id) } }),
    )
  return (
    <Card title="Congés et jours particuliers">
      {exceptions.length > 0 ? (
        <ul className="stack-2">
          {exceptions.map((entry) => (
            <li key={entry.id} className={styles.row}>
              <span>
                {typographic(entryText(entry))}
                {entry.message ? <span className="soft">{typographic(` · ${entry.message}`)}</span> : null}
              </span>
              <Button size="small" variant="quiet" disabled={isPending} onClick={() => remove(entry)}>
                Supprimer<span className="visually-hidden">{`\u00A0: ${entryText(entry)}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <ClosureForm />
    </Card>
  )
}

function entryText({ from, to, kind, ranges, closesAt, opensFrom }: HourEntry): string {
  const day = from === to ? dayInWords(from) : `Du ${dayInWords(from).toLowerCase()} au ${dayInWords(to).toLowerCase()}`
  const hour = (time: string) => formatClockTime(readClockTime(time) ?? 0)
  const hours = ranges.map(({ start, end }) => `${hour(start)} à ${hour(end)}`).join(', ')
  const cut = closesAt ? `fermeture à ${hour(closesAt)}` : opensFrom ? `ouverture à ${hour(opensFrom)}` : ''
  return `${day} : ${[kind === 'closed' ? 'fermé' : hours, cut].filter(Boolean).join(', ')}`
}

/** What the form says beside a field. */
const fieldsOf = { open: ['from', 'message'], closed: ['from', 'to', 'message'] }
const empty = { from: '', to: '', message: '', isOpen: false, start: '', end: '' }

function ClosureForm() {
  const [typed, setTyped] = useState(empty)
  const { mutate, isPending, error, reset } = useChangeHours({ isQuiet: true })
  const [failure, setFailure] = useState<unknown>()
  /** The entry just saved, with the message that may announce it to followers. */
  const [news, setNews] = useState<string>()
  const { foresee, dialog } = useForesight('Pendant cette fermeture')
  const set = (part: Partial<typeof empty>) => setTyped({ ...typed, ...part })
  const { from, to, message, isOpen, start, end } = typed
  const body = isOpen
    ? { from, kind: 'open' as const, ranges: [{ start, end }], message }
    : { from, to: to || from, kind: 'closed' as const, message }
  const save = () =>
    mutate((params) => call('POST /v1/company/:id/hours/exceptions', { params, body }), {
      onSuccess: ({ exceptions }) => {
        const saved = exceptions.find((entry) => entry.from === body.from && entry.kind === body.kind)
        setNews(saved && closureNews(saved))
        setTyped(empty)
      },
    })
  const submit = async () => {
    reset()
    setNews(undefined)
    setFailure(await foresee(body, save))
  }
  const wrong = failure ?? error
  const errors = hoursFieldErrors(wrong)
  const unsaid = unsaidText(wrong, fieldsOf[body.kind])
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>Congés ou fermeture</h3>
      <div className={`stack-2 ${styles.pair}`}>
        <DayField
          name="closure-from"
          label={isOpen ? 'Le' : 'Du'}
          required
          error={errors.from}
          value={from}
          onChange={(value) => set({ from: value })}
        />
        {isOpen ? (
          <RangeFields range={{ start, end }} label="Ce jour-là" onChange={set} />
        ) : (
          <DayField
            name="closure-to"
            label="au (inclus)"
            error={errors.to}
            value={to}
            onChange={(value) => set({ to: value })}
          />
        )}
      </div>
      <CheckboxField
        name="closure-open"
        label="Ouvert, mais à d’autres heures (un seul jour)"
        value={isOpen}
        onChange={(value) => set({ isOpen: value })}
      />
      <TextField
        name="closure-message"
        label="Message aux habitants"
        placeholder="Congés d’été. À très vite !"
        limit={140}
        error={errors.message}
        value={message}
        onChange={(value) => set({ message: value })}
      />
      {unsaid ? <Alert tone="danger">{unsaid}</Alert> : null}
      <Button type="submit" loading={isPending} disabled={from === ''}>
        {isOpen ? 'Enregistrer ce jour' : 'Enregistrer la fermeture'}
      </Button>
      {dialog}
      {news ? <TellFollowers news={news} /> : null}
    </form>
  )
}

/** Opens a broadcast already written: its own confirmation and its place in the week remain. */
function TellFollowers({ news }: { news: string }) {
  const action = (
    <Link
      to="/messages"
      search={{ conversation: 'groupe' }}
      state={{ broadcastText: news }}
      className={buttonClass({ size: 'small' })}
    >
      Prévenir mes abonnés
    </Link>
  )
  return (
    <Alert tone="success" action={action}>
      C’est enregistré.
    </Alert>
  )
}
