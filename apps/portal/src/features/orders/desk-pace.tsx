import { momentInWords } from '@parvis/domain/site/when.fr'
import { presentMoment } from '../../lib/present.ts'
import { call } from '../../lib/request.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useKeptFocus } from '../../ui/use-return-focus.ts'
import { type DeskSettings, useChangeDesk, useDeskSettings } from './use-order.ts'

/** What runs is always said; `isShown` offers pause and rush in one tap, each with its end, undone from the message that says it. */
export function DeskPace({ isShown }: { isShown: boolean }) {
  const { data: settings } = useDeskSettings()
  const { mutate, isPending } = useChangeDesk()
  const part = useKeptFocus<HTMLElement>()
  if (!settings) return null
  const { pausedUntil, rush, pauseEnds } = settings
  if (!isShown && !pausedUntil && !rush) return null
  const pause = (until: string) =>
    isPending ||
    mutate(pausing(until), {
      onSuccess: (now) => showToast(pauseText(now), 'success', () => mutate(pausing(pausedUntil))),
    })
  const hurry = (minutes: number) =>
    isPending ||
    mutate(rushing({ minutes, until: inMinutes(60) }), {
      onSuccess: (now) => showToast(rushText(now), 'success', () => mutate(rushing(rush))),
    })
  // Not disabled while a call runs: the focus would be lost.
  const quick = { size: 'small', needsNetwork: true, 'aria-disabled': isPending } as const
  return (
    <section ref={part} tabIndex={-1} className="stack-1" aria-label="Pause et coup de feu">
      {pausedUntil ? (
        <Running text={pauseText(settings)} label="Reprendre" onEnd={() => mutate(pausing(null))} />
      ) : null}
      {rush ? (
        <Running text={rushText(settings)} label="Finir le coup de feu" onEnd={() => mutate(rushing(null))} />
      ) : null}
      {isShown ? (
        <div className="row-center">
          {pausedUntil ? null : (
            <Button {...quick} variant="secondary" onClick={() => pause(inMinutes(30))}>
              {'Pause 30\u00A0min'}
            </Button>
          )}
          {rush ? null : (
            <Button {...quick} variant="secondary" onClick={() => hurry(20)}>
              {'Coup de feu +20\u00A0min'}
            </Button>
          )}
          {endsOf(pauseEnds).map(({ label, end }) => (
            <Button key={label} {...quick} variant="quiet" onClick={() => pause(end())}>
              {label}
            </Button>
          ))}
          {[10, 30, 45].map((minutes) => (
            <Button key={minutes} {...quick} variant="quiet" onClick={() => hurry(minutes)}>
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
    <SmallButton needsNetwork onClick={onEnd}>
      {label}
    </SmallButton>
  )
  return (
    <Alert tone="warning" action={end}>
      {text}
    </Alert>
  )
}

/** Puts a pause, or ends it: what ran before is put back by the same call. */
const pausing = (until: string | null) => (): Promise<DeskSettings> =>
  until ? call('PUT /v1/company/:id/orders/pause', { body: { until } }) : call('DELETE /v1/company/:id/orders/pause')

const rushing = (body: DeskSettings['rush']) => (): Promise<DeskSettings> =>
  body ? call('PUT /v1/company/:id/orders/rush', { body }) : call('DELETE /v1/company/:id/orders/rush')

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

const endText = (end: string | undefined | null): string => (end ? momentInWords(Date.parse(end), presentMoment()) : '')

const pauseText = ({ pausedUntil }: DeskSettings): string => `Commandes en pause jusqu’à ${endText(pausedUntil)}`

const rushText = ({ rush }: DeskSettings): string =>
  `Coup de feu\u00A0: ${rush?.minutes ?? 0} minutes de plus jusqu’à ${endText(rush?.until)}`
