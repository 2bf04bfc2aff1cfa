import { closureNews } from '@parvis/domain/hours/hours.texts.fr'
import { formatClockTime, readClockTime } from '@parvis/domain/kernel/clock-time'
import { useState } from 'react'
import { call } from '../../../lib/request.ts'
import { typographic } from '../../../lib/typographic.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLeaveWarning } from '../../../lib/use-leave-warning.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { QuietConfirm } from '../../../ui/confirm-dialog.tsx'
import { DayField } from '../../../ui/date-field.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { ResumedNotice } from '../../../ui/resumed-notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForesight } from './foreseen.tsx'
import styles from './hours.module.css'
import { hoursFieldText } from './hours-errors.ts'
import { dayInWords } from './hours-overview.tsx'
import { RangeFields } from './typed-range.tsx'
import { type HourEntry, type ShownHours, useChangeHours } from './use-hours.ts'

/** Closures and particular days: those to come, and one form for a new one. */
export function ExceptionsCard({ hours: { exceptions } }: { hours: ShownHours }) {
  const { mutateAsync } = useChangeHours(true)
  const remove = ({ id: exceptionId }: HourEntry) =>
    mutateAsync(() => call('DELETE /v1/company/:id/hours/exceptions/:exceptionId', { params: { exceptionId } }))
  return (
    <Card title="Congés et jours particuliers">
      {exceptions.length > 0 ? (
        <ul className="stack-2">
          {exceptions.map((entry) => (
            <li key={entry.id} className={`inline wrap between gap-2 anywhere ${styles.row}`}>
              <span>
                {typographic(entryText(entry))}
                {entry.message ? <span className="soft">{typographic(` · ${entry.message}`)}</span> : null}
              </span>
              <QuietConfirm
                ask={{
                  title: `Supprimer «\u00a0${typographic(entryText(entry))}\u00a0»\u00a0?`,
                  confirmLabel: 'Supprimer',
                  danger: true,
                  onConfirm: () => remove(entry),
                }}
              >
                Supprimer<span className="visually-hidden">{`\u00A0: ${entryText(entry)}`}</span>
              </QuietConfirm>
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

const empty = { from: '', to: '', message: '', isOpen: false, start: '', end: '' }

const entryOf = ({ from, to, message, isOpen, start, end }: typeof empty) =>
  isOpen
    ? { from, kind: 'open' as const, ranges: [{ start, end }], message }
    : { from, to: to || null, kind: 'closed' as const, message }

function ClosureForm() {
  const { mutateAsync: change } = useChangeHours(true)
  /** The message that may announce the entry just saved to followers. */
  const [news, setNews] = useState<string>()
  const { foresee, dialog } = useForesight('Pendant cette fermeture')
  const form = useForm({
    initial: empty,
    name: 'closure',
    textOf: hoursFieldText,
    submit: async (typed, complete) => {
      setNews(undefined)
      const body = entryOf(typed)
      if (!(await foresee(body))) return false
      const { exceptions } = await change(() => call('POST /v1/company/:id/hours/exceptions', { body }))
      const saved = exceptions.find((entry) => entry.from === body.from && entry.kind === body.kind)
      setNews(saved && closureNews(saved))
      complete(empty)
    },
  })
  useLeaveWarning(form.isDirty)
  const { from, isOpen, start, end } = form.values
  const shown = isOpen ? ['from', 'message'] : ['from', 'to', 'message']
  const unsaid = shown.some((name) => form.errors[name]) ? undefined : (Object.values(form.errors)[0] ?? form.failure)
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <h3>Congés ou fermeture</h3>
      <ResumedNotice form={form} />
      <div className={`stack-2 ${styles.pair}`}>
        <DayField {...form.field('from')} label={isOpen ? 'Le' : 'Du'} required />
        {isOpen ? (
          <RangeFields range={{ start, end }} label="Ce jour-là" onChange={form.change} />
        ) : (
          <DayField {...form.field('to')} label="au (inclus)" />
        )}
      </div>
      <CheckboxField {...form.field('isOpen')} label="Ouvert, mais à d’autres heures (un seul jour)" />
      <TextField
        {...form.field('message')}
        label="Message aux habitants"
        placeholder="Congés d’été. À très vite&nbsp;!"
        limit={140}
      />
      <FailureAlert error={unsaid} />
      <Button type="submit" loading={form.isPending} disabled={from === ''}>
        {isOpen ? 'Enregistrer ce jour' : 'Enregistrer la fermeture'}
      </Button>
      {dialog}
      {news ? <NotifyFollowers news={news} /> : null}
    </form>
  )
}

/** Opens a broadcast already written: its own confirmation and its place in the week remain. */
function NotifyFollowers({ news }: { news: string }) {
  const action = (
    <LinkButton
      to="/messages"
      search={{ conversation: 'groupe' }}
      state={{ broadcastText: news }}
      variant="primary"
      size="small"
    >
      Prévenir mes abonnés
    </LinkButton>
  )
  return (
    <Alert tone="success" action={action}>
      C’est enregistré.
    </Alert>
  )
}
