import type { Icon } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, Suspense, useId } from 'react'
import { navigate } from '../lib/history.ts'
import { useQueryText } from '../lib/use-query-text.ts'
import { Skeleton } from './skeleton.tsx'
import styles from './tabs.module.css'

export type Tab<V extends string> = { value: V; label: ReactNode; icon?: Icon; count?: number; panel: ReactNode }
type TabsProps<V extends string> = {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
}

/** Parts of one page, one shown at a time, whose code may come with it; slides sideways on a phone. Arrow keys choose (ARIA tabs). */
export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  const id = useId()
  const shown = tabs.findIndex((tab) => tab.value === value)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextTab(event.key, shown, tabs.length)
    const tab = tabs[next ?? -1]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} tabIndex={-1} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={`flex fixed soft ${styles.tab}`}
            onClick={() => onChange(tab.value)}
          >
            {tab.icon ? <tab.icon size={20} aria-hidden="true" /> : null}
            {tab.label}
            {tab.count === undefined ? null : <span className={`count ${styles.count}`}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={styles.panel}>
        <Suspense fallback={<Skeleton height={320} />}>{tabs[shown]?.panel}</Suspense>
      </div>
    </div>
  )
}

/** The parts of a page whose address names the one shown; the first where it names none. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly [Tab<string>, ...Tab<string>[]] }) {
  const asked = useQueryText('onglet')
  const { value } = tabs.find((tab) => tab.value === asked) ?? tabs[0]
  const show = (onglet: string) => navigate({ to: '.', search: { onglet }, replace: true })
  return <Tabs label={label} tabs={tabs} value={value} onChange={show} />
}

function nextTab(key: string, shown: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowRight') return (shown + 1) % count
  return key === 'ArrowLeft' ? (shown - 1 + count) % count : undefined
}
