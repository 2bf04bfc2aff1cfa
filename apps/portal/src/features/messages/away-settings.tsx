import { hoursFieldTexts } from '@parvis/domain/hours/hours.texts.fr'
import { formatDayWithoutYear } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { type AwayMode, checkAwayTimes, isAway } from '@parvis/domain/messages/away'
import { messagesFieldTexts } from '@parvis/domain/messages/messages.refusals.fr'
import { fillVariables, unknownVariables, unknownVariablesText } from '@parvis/domain/messages/variables.fr'
import { IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { presentMoment } from '../../lib/present.ts'
import { call } from '../../lib/request.ts'
import { useNow } from '../../lib/use-now.ts'
import { useVersionedForm } from '../../lib/use-versioned-form.ts'
import { Card } from '../../ui/card.tsx'
import { DayField } from '../../ui/date-field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { ResumedNotice } from '../../ui/resumed-notice.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PreparedTextField } from './prepared-text-field.tsx'
import styles from './talk-settings.module.css'
import { type Away, awayQuery } from './use-quick-replies.ts'

const modes: { value: AwayMode; label: string; hint: string }[] = [
  { value: 'off', label: 'Jamais', hint: 'Personne ne reçoit de réponse automatique.' },
  {
    value: 'outside_hours',
    label: 'Quand c’est fermé',
    hint: 'Selon vos horaires\u00a0: coupure de midi, fermetures et jours fériés compris.',
  },
  { value: 'dates', label: 'Entre deux dates', hint: 'S’arrête toute seule, 60 jours au plus.' },
]

/** The automatic reply: never, outside the opening hours, or between two dates. */
export function AwaySettings() {
  const { data, error, refetch } = useQuery(awayQuery)
  const { epochMilliseconds: now } = useNow(60)
  if (!data) return <Loading error={error} retry={refetch} height={240} />
  const [tone, state, when] = standingOf(data, now)
  return (
    <Card
      title="Message d’absence"
      sentence="Part tout seul, une fois en 12 heures par personne, jamais juste après l’un de vos messages."
    >
      <p className="below-1 soft">
        <StatusBadge tone={tone}>Réponse automatique {state}</StatusBadge> {when}
      </p>
      <AwayForm stored={data} onReload={() => void refetch()} />
    </Card>
  )
}

/** « active », « jusqu’au 18 août »; between two dates neither before the first nor after the last. */
function standingOf(away: Away, now: number): [ComponentProps<typeof StatusBadge>['tone'], string, string?] {
  const { mode, from, until } = away
  if (mode === 'off') return ['off', 'arrêtée']
  if (mode !== 'dates' || !until) return ['success', 'active']
  const end = formatDayWithoutYear(until)
  if (isAway(away, now, 'unknown')) return ['success', 'active', `jusqu’au ${end}`]
  return from && from > parisToday(now)
    ? ['waiting', 'prévue', `du ${formatDayWithoutYear(from)} au ${end}`]
    : ['off', 'terminée', `le ${end}`]
}

type AwayValues = { mode: AwayMode; from: string; until: string; text: string }

const fieldTexts: Readonly<Record<string, string>> = { ...hoursFieldTexts, ...messagesFieldTexts }

const valuesOf = ({ mode, from, until, text }: Away): AwayValues => {
  return { mode, from: (from ?? '').slice(0, 10), until: (until ?? '').slice(0, 10), text }
}

function AwayForm({ stored, onReload }: { stored: Away; onReload: () => void }) {
  const form = useVersionedForm<Away, AwayValues>({
    stored,
    valuesOf,
    reload: onReload,
    name: 'away',
    check: ({ mode, from, until, text }) => ({
      ...checkAwayTimes({ mode, from: from || null, until: until || null }, presentMoment()),
      // Stopped, it shows no text: what is wrong with it stops nobody from stopping it.
      ...(mode !== 'off' && text.trim() === '' && { text: 'away_text_error' }),
      ...(mode !== 'off' && unknownVariables(text).length > 0 && { text: 'unknown_variable' }),
    }),
    textOf: (key, _field, { text }) =>
      key === 'unknown_variable' ? unknownVariablesText(text) : (fieldTexts[key] ?? key),
    save: async ({ mode, from, until, text }, read) => {
      const body = { mode, from, until, text: text.trim() || read.text, version: read.version }
      const away = await call('PUT /v1/company/:id/away-message', { body })
      queryClient.setQueryData(awayQuery.queryKey, away)
      showToast(away.mode === 'off' ? 'La réponse automatique est arrêtée' : 'La réponse automatique est enregistrée')
      return away
    },
  })
  const { mode, text } = form.values
  return (
    <form className="column gap-2" onSubmit={form.onSubmit} noValidate>
      <ResumedNotice form={form} />
      <RadioCards
        {...form.field('mode')}
        label={<span className="visually-hidden">Quand répondre automatiquement</span>}
        options={modes}
      />
      {mode === 'dates' ? (
        <div className="stack-2 pair">
          <DayField label="Du (facultatif)" {...form.field('from')} />
          <DayField label="Jusqu’au, ce jour compris" {...form.field('until')} />
        </div>
      ) : null}
      {mode === 'off' ? null : (
        <>
          <PreparedTextField {...form.field('text')} />
          <div className={`sunken flex gap-half ${styles.sample}`}>
            <IconMoon size={20} aria-hidden="true" />
            <p className="shrinks written">
              <strong>Marie lirait en ce moment&nbsp;:</strong>
              {fillVariables(text, { ...stored.variables, prénom: 'Marie' })}
            </p>
          </div>
        </>
      )}
      <SaveRow form={form} what="le message" />
    </form>
  )
}
