import '@mantine/core/styles/Tabs.layer.css'
import { Tabs as MantineTabs } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export type Tab<V extends string> = { value: V; label: ReactNode; icon?: ReactNode; count?: number; panel: ReactNode }
type TabsProps<V extends string> = {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
}

/** Parts of one page, one shown at a time; slides sideways on a phone. */
export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  const choose = (chosen: string | null) => {
    const tab = tabs.find((candidate) => candidate.value === chosen)
    if (tab) onChange(tab.value)
  }
  return (
    <MantineTabs
      value={value}
      onChange={choose}
      keepMounted={false}
      classNames={{ list: styles.list ?? '', tab: styles.tab ?? '', panel: styles.panel ?? '' }}
    >
      <MantineTabs.List aria-label={label}>
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.value} value={tab.value} leftSection={tab.icon}>
            {tab.label}
            {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map((tab) => (
        <MantineTabs.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  )
}
