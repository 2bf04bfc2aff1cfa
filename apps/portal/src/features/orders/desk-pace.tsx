import { momentInWords } from '@parvis/domain/orders/order-messages.fr'
import { Temporal } from 'temporal-polyfill'
import { call } from '../../lib/request.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type DeskSettings, useChangeDesk, useDeskSettings } from './use-order.ts'

/** What runs is always said; `isShown` offers pause and rush in one tap, each with its end, undone from the message that says it. */
export function DeskPace({ isShown }: { isShown: boolean }) {
  const { data: settings } = useDeskSettings()
  const { mutate, isPending } = useChangeDesk()
  if (!settings) return null
  const { pausedUntil, rush, pauseEnds } = settings
  if (!isShown && !pausedUntil && !rush) return null
  const pause = (until: string) =>
    mutate(puttingPause(until), {
      onSuccess: (now) => showToast(pauseText(now), 'success', () => mutate(former.pause(settings))),
    })
  const hurry = (minutes: number) =>
    mutate(puttingRush(minutes, inMinutes(60)), {
      onSuccess: (now) => showToast(rushText(now), 'success', () => mutate(former.rush(settings))),
    })
  return (
    <section className="stack-1" aria-label="Pause et coup de feu">
      {pausedUntil ? <Running text={pauseText(settings)} label="Reprendre" onEnd={() => mutate(endPause)} /> : null}
      {rush ? <Running text={rushText(settings)} label="Finir le coup de feu" onEnd={() => mutate(endRush)} /> : null}
      {isShown ? (
        <div className="row-center">
          {pausedUntil ? null : (
            <Button
              size="small"
              variant="secondary"
              needsNetwork
              disabled={isPending}
              onClick={() => pause(inMinutes(30))}
            >
              {'Pause 30\u00A0min'}
            </Button>
          )}
          {rush ? null : (
            <Button size="small" variant="secondary" needsNetwork disabled={isPending} onClick={() => hurry(20)}>
              {'Coup de feu +20\u00A0min'}
            </Button>
          )}
          {endsOf(pauseEnds).map(({ label, end }) => (
            <Button
              key={label}
              size="small"
              variant="quiet"
              needsNetwork
              disabled={isPending}
              onClick={() => pause(end())}
            >
              {label}
            </Button>
          ))}
          {[10, 30, 45].map((minutes) => (
            <Button
              key={minutes}
              size="small"
              variant="quiet"
              needsNetwork
              disabled={isPending}
              onClick={() => hurry(minutes)}
            >
              {`Coup de feu, +${minutes} minutes`}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  )
}

type RunningProps = { text: string; label: string; onEnd: () => void }

function Running({ text, label, onEnd }: RunningProps) {
  const end = (
    <Button size="small" variant="secondary" needsNetwork onClick={onEnd}>
      {label}
    </Button>
  )
  return (
    <Alert tone="warning" action={end}>
      {text}
    </Alert>
  )
}

type Change = () => Promise<DeskSettings>

const puttingPause =
  (until: string): Change =>
  () =>
    call('PUT /v1/company/:id/orders/pause', { body: { until } })
const puttingRush =
  (minutes: number, until: string): Change =>
  () =>
    call('PUT /v1/company/:id/orders/rush', { body: { minutes, until } })
const endPause: Change = () => call('DELETE /v1/company/:id/orders/pause')
const endRush: Change = () => call('DELETE /v1/company/:id/orders/rush')

/** What ran before, put back. */
const former = {
  pause: ({ pausedUntil }: DeskSettings) => (pausedUntil ? puttingPause(pausedUntil) : endPause),
  rush: ({ rush }: DeskSettings) => (rush ? puttingRush(rush.minutes, rush.until) : endRush),
}

const inMinutes = (minutes: number): string => presentInstant().add({ minutes }).toString()

/** The ends of a pause in one tap; those that the hours do not have are not offered. */
function endsOf({ closing, tomorrow }: DeskSettings['pauseEnds']) {
  return [
    { label: 'Pause de 15 minutes', end: () => inMinutes(15) },
    { label: 'Pause d’une heure', end: () => inMinutes(60) },
    ...(closing ? [{ label: 'Pause jusqu’à la fermeture', end: () => closing }] : []),
    ...(tomorrow ? [{ label: 'Pause jusqu’à la prochaine ouverture', end: () => tomorrow }] : []),
  ]
}

const endText = (end: string | undefined | null): string =>
  end ? momentInWords(Temporal.Instant.from(end), presentInstant()) : ''

const pauseText = ({ pausedUntil }: DeskSettings): string => `Commandes en pause jusqu’à ${endText(pausedUntil)}`

const rushText = ({ rush }: DeskSettings): string =>
  `Coup de feu\u00A0: ${rush?.minutes ?? 0} minutes de plus jusqu’à ${endText(rush?.until)}`
