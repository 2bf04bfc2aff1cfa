import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownershipQuery } from '../lib/session.ts'
import { lazyWindow } from '../ui/lazy-window.tsx'
import styles from './signed-in-layout.module.css'

const EstablishmentList = lazyWindow(() => import('./establishment-list.tsx').then((it) => it.EstablishmentList))

/** The name of the establishment, which opens the list of them; only for who has two. */
export function Switcher({ name }: { name: string }) {
  const { data } = useQuery(ownershipQuery)
  const [opened, setOpened] = useState(false)
  if (!data || data.length < 2) return null
  return (
    <>
      <button
        type="button"
        className={`inline wide bold ${styles.switcher}`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <span>{name}</span>
        <span className="visually-hidden">, changer d’établissement</span>
        <IconSelector size={20} aria-hidden="true" />
      </button>
      <EstablishmentList opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
