import { type AlertLevel, checkAlert, cleanAlert, longestHours } from '@parvis/domain/alerts/alert'
import type { AlertAnswer } from '@parvis/domain/alerts/alerts.contract'
import { alertsFieldTexts, alertTexts } from '@parvis/domain/alerts/alerts.refusals.fr'
import { presentMoment } from '../../lib/present.ts'
import { call } from '../../lib/request.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { useNow } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FormButtons } from '../../ui/dialog-form.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { ResumedNotice } from '../../ui/resumed-notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextareaField, TextField } from '../../ui/text-field.tsx'

type Values = { level: AlertLevel | ''; title: string; text: string; hours: string; exercise: boolean; until: string }

const levels = [
  { value: 'danger', label: 'Danger', hint: 'Sonne tout de suite, même la nuit. Crue, fuite de gaz, évacuation.' },
  { value: 'vigilance', label: 'Vigilance', hint: 'Attend le matin. Verglas, canicule, coupure d’eau.' },
] as const

const durations = [
  ['1', '1 heure'],
  ['3', '3 heures'],
  ['6', '6 heures'],
  ['12', '12 heures'],
  ['24', '24 heures'],
  ['48', '2 jours'],
  ['72', '3 jours'],
  ['168', '7 jours'],
] as const
const optionsOf = (level: Values['level']) =>
  durations
    .filter(([hours]) => Number(hours) <= longestHours[level || 'danger'])
    .map(([value, label]) => ({ value, label: `pendant ${label}` }))

const labels = { level: 'Niveau', title: 'Titre', text: 'Texte', until: 'Jusqu’à', hours: 'Jusqu’à' }

/** The end of a duration; a minute short, so that the longest ones are within the rule when they arrive. */
const untilOf = (hours: string, now: number): string => new Date(now + Number(hours) * 3_600_000 - 60_000).toISOString()

const tenMinutes = 600_000

/** A retry after a lost answer asks for the same end, so that the server knows the request again and writes one alert. */
function endOf({ hours, until }: Values): string {
  const end = untilOf(hours, presentMoment())
  return Math.abs(Date.parse(end) - Date.parse(until)) < tenMinutes ? until : end
}

/** No severity is chosen beforehand: a tap too fast must not ring through a town. */
const empty: Values = { level: '', title: '', text: '', hours: '6', exercise: false, until: '' }
const textsOf = ({ level, title, text }: AlertAnswer) => ({ level, title, text })

type WriteAlertProps = {
  corrected: AlertAnswer | undefined
  onClose: () => void
  onWritten: (alert: AlertAnswer) => void
}

/** Two cards, a title, a text, how long; nothing leaves from here. */
export function WriteAlert({ corrected, onClose, onWritten }: WriteAlertProps) {
  const now = useNow()
  const form = useForm<Values>({
    initial: corrected ? { ...empty, ...textsOf(corrected) } : empty,
    check: ({ hours, ...typed }) =>
      checkAlert(cleanAlert({ ...typed, until: untilOf(hours, now.epochMilliseconds) }), {
        now,
        ownHost: location.hostname,
      }),
    textOf: alertsFieldTexts,
    name: `alert ${corrected?.id ?? 'new'}`,
    submit: async (values, complete) => {
      const { hours: _, ...typed } = values
      const until = endOf(values)
      complete({ until })
      const body = { ...typed, until, replaces: corrected?.id }
      onWritten(await call('POST /v1/company/:id/alerts', { body }))
    },
  })
  useLeaveWarning(form.isDirty)
  const { level, hours } = form.values
  return (
    <>
      <PageHeader title={corrected ? 'Corriger l’alerte' : 'Alerter'} sentence={alertTexts.honest} />
      <form className="stack-2 form" onSubmit={form.onSubmit} noValidate aria-label="Alerte">
        <ResumedNotice form={form} />
        <RadioCards
          {...form.field('level')}
          label="Niveau"
          required
          options={levels}
          // A list shows its first line for a duration that it does not have.
          onChange={(chosen) =>
            form.change({ level: chosen, hours: String(Math.min(Number(hours), longestHours[chosen])) })
          }
        />
        <TextField {...form.field('title')} label="Titre" required limit={80} placeholder="Crue de la Seine" />
        <TextareaField
          {...form.field('text')}
          label="Que faut-il faire&nbsp;?"
          required
          limit={600}
          placeholder="Montez à l’étage, coupez le gaz et restez chez vous."
        />
        <SelectField {...form.field('hours')} label="Jusqu’à" required options={optionsOf(level)} />
        {corrected ? null : (
          <CheckboxField
            {...form.field('exercise')}
            label="Exercice"
            hint="Ne prévient que votre équipe&nbsp;: aucun habitant, aucune page."
          />
        )}
        <Alert tone="info">
          Prévenez aussi le préfet. Seuls vos abonnés reçoivent la notification&nbsp;: affichez, téléphonez.
        </Alert>
        <ErrorSummary errors={form.errors} labels={labels} failure={form.failure} />
        <div className="row-center taps">
          <FormButtons submitLabel="Vérifier" isPending={form.isPending} onClose={onClose} />
        </div>
      </form>
    </>
  )
}
