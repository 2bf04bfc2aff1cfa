import { useClickOutside, useHotkeys } from '@mantine/hooks'
import { IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import styles from './composer.module.css'

const EmojiPicker = lazy(() => import('./emoji-picker.tsx').then((it) => ({ default: it.EmojiPicker })))

/** Opens the emoji picker over the composer; it stays open for several. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const frame = useClickOutside(() => setOpen(false))
  useHotkeys([['Escape', () => setOpen(false)]], [])
  return (
    <div ref={frame} className={styles.anchor}>
      <button
        type="button"
        className={styles.tool}
        aria-label="Choisir un emoji"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconMoodSmile aria-hidden="true" />
      </button>
      {isOpen ? (
        <div className={styles.emojis} data-testid="emoji-picker">
          <Suspense fallback={null}>
            <EmojiPicker onPick={onPick} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
