import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { setMessageSound } from './message-sound.ts'

/** Says whether a new message rings; turning it on rings once, as a test. */
export function SoundButton() {
  const [isOn, setOn] = useState(true)
  const toggle = () => {
    setMessageSound(!isOn)
    setOn(!isOn)
  }
  return (
    <Button
      variant="quiet"
      size="small"
      aria-pressed={isOn}
      icon={isOn ? <IconBell size={20} aria-hidden="true" /> : <IconBellOff size={20} aria-hidden="true" />}
      onClick={toggle}
    >
      {isOn ? 'Son activé' : 'Activer le son'}
    </Button>
  )
}
