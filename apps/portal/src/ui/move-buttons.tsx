import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { Button } from './button.tsx'

type MoveButtonsProps = {
  /** What a screen reader hears after the verb. */
  name: string
  /** Absent at the edges. */
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
  isPending: boolean
  /** Beside each other, as in a grid, instead of one below the other. */
  isInRow?: boolean
}

/** Moves a row of a list that people put in order by one; nothing of a row alone. At an edge, or meanwhile, a button keeps the focus. */
export function MoveButtons({ name, onEarlier, onLater, isPending, isInRow = false }: MoveButtonsProps) {
  const [Earlier, Later] = isInRow ? [IconArrowLeft, IconArrowRight] : [IconArrowUp, IconArrowDown]
  const [before, after] = isInRow ? ['Avancer', 'Reculer'] : ['Monter', 'Descendre']
  if (!onEarlier && !onLater) return null
  const common = { size: 'small', variant: 'quiet', needsNetwork: true } as const
  return (
    <>
      <Button
        {...common}
        aria-label={`${before}\u00a0: ${name}`}
        icon={Earlier}
        aria-disabled={isPending || !onEarlier}
        onClick={isPending ? undefined : onEarlier}
      />
      <Button
        {...common}
        aria-label={`${after}\u00a0: ${name}`}
        icon={Later}
        aria-disabled={isPending || !onLater}
        onClick={isPending ? undefined : onLater}
      />
    </>
  )
}
