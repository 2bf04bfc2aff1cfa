import { IconBell } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
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

/** `lost` when the browser wants a new tap; the lock goes with the page. */
function useScreenLock() {
  const [state, setState] = useState<'off' | 'on' | 'lost'>('off')
  const isWanted = useRef(false)
  const lock = useRef<WakeLockSentinel>(undefined)
  const ask = useCallback(async () => {
    setState('on')
    try {
      const given = await navigator.wakeLock.request('screen')
      const former = lock.current
      lock.current = isWanted.current ? given : undefined
      void former?.release()
      // Switched off, or the page left, before the browser answered.
      if (!isWanted.current) void given.release()
    } catch {
      if (isWanted.current) setState('lost')
    }
  }, [])
  useEffect(() => {
    const back = () => {
      if (isWanted.current && document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      isWanted.current = false
      void lock.current?.release()
    }
  }, [ask])
  const change = (isOn: boolean) => {
    isWanted.current = isOn
    if (isOn) {
      void ask()
      return
    }
    void lock.current?.release()
    lock.current = undefined
    setState('off')
  }
  return { state, change }
}
