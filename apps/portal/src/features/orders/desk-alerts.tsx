import { IconBell } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { tryBell, useSoundState } from '../../lib/alert-sound.ts'
import { Alert } from '../../ui/alert.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'

/** Sound and screen of the counter: a test of the bell, and a screen wake lock. */
export function DeskAlerts() {
  return (
    <div className="row-center">
      <BellButton label="Essayer la sonnerie" />
      <AwakeSwitch />
    </div>
  )
}

/**
 * A click that plays the bell as a test: after a reload browsers require a gesture (autoplay policy). A blocked sound is reported
 * on every page.
 */
export function SilentBell() {
  if (useSoundState() !== 'unsure') return null
  return (
    <Alert tone="warning" action={<BellButton label="Activer les alertes" />}>
      Touchez ici pour entendre les nouvelles commandes.
    </Alert>
  )
}

function BellButton({ label }: { label: string }) {
  return (
    <SmallButton icon={IconBell} onClick={tryBell}>
      {label}
    </SmallButton>
  )
}

/** Requests a screen wake lock on a tap, and again each time the page becomes visible; undefined where the browser lacks it. */
function AwakeSwitch() {
  const { state, change } = useScreenLock()
  if (!('wakeLock' in navigator)) return null
  return (
    <CheckboxField
      name="awake"
      look="switch"
      label="Garder l’écran allumé"
      hint={state === 'lost' ? 'L’écran peut s’éteindre\u00A0: touchez de nouveau pour le garder allumé.' : undefined}
      value={state === 'on'}
      onChange={change}
    />
  )
}

/** Asked for again each time the page is back, and given back with it; `lost` when the browser wants a new tap. */
function useScreenLock() {
  const [state, setState] = useState<'off' | 'on' | 'lost'>('off')
  useEffect(() => {
    let lock: Promise<WakeLockSentinel> | undefined
    const release = () => lock?.then((given) => given.release()).catch(() => undefined)
    const ask = () => {
      void release()
      lock = navigator.wakeLock.request('screen')
      lock.catch(() => setState((now) => (now === 'on' ? 'lost' : now)))
    }
    const back = () => {
      if (document.visibilityState !== 'visible' || state === 'off') return
      if (state === 'on') ask()
      else setState('on')
    }
    if (state === 'on') ask()
    document.addEventListener('visibilitychange', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      void release()
    }
  }, [state])
  return { state, change: (isOn: boolean) => setState(isOn ? 'on' : 'off') }
}
