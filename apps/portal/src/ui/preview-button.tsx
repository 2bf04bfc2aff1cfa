import { IconDeviceMobile } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { Button } from './button.tsx'

/** Opens the residents' view; absent where it already stands beside the form. */
export const OpenPreview = createContext<(() => void) | undefined>(undefined)

/** Opens the residents' view of a `PreviewLayout` whose screen is too narrow to show it. */
export function PreviewButton() {
  const open = useContext(OpenPreview)
  if (!open) return null
  return (
    <Button variant="secondary" icon={IconDeviceMobile} onClick={open}>
      Aperçu
    </Button>
  )
}
