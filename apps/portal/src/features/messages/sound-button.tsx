import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useSoundChoice } from '../../lib/alert-sound.ts'
import { Button } from '../../ui/button.tsx'

/** Says whether a new message rings; turning it on rings once, as a test. */
export function SoundButton() {
  const { isOn, choose } = useSoundChoice()
  return (
    <Button
      variant="quiet"
      size="small"
      aria-pressed={isOn}
      icon={isOn ? <IconBell size={20} aria-hidden="true" /> : <IconBellOff size={20} aria-hidden="true" />}
      onClick={() => choose(!isOn)}
    >
      {isOn ? 'Son activé' : 'Activer le son'}
    </Button>
  )
}
