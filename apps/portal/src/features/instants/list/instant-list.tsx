import type { InstantKind } from '@parvis/domain/instants/kind'
import { IconSearchOff, IconSparkles } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Temporal } from 'temporal-polyfill'
import { useCompany } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { type ServerInstant, standingOf } from '../instant.ts'
import { exampleOf, kinds } from '../kinds.fr.ts'
import { InstantCard } from './instant-card.tsx'
import styles from './instant-list.module.css'

type InstantListProps = {
  kind: InstantKind
  instants: readonly ServerInstant[]
  isSearched: boolean
  now: Temporal.Instant
  onDuplicate: (instant: ServerInstant) => void
  onToggled: () => void
  onDelete: (instant: ServerInstant) => void
  addAction: ReactNode
}

/** The cards of one tab, or what to do when there is none (I-016). */
export function InstantList(props: InstantListProps) {
  const { kind, instants, isSearched, now, onDuplicate, onToggled, onDelete, addAction } = props
  const company = useCompany()
  const [deleted, setDeleted] = useState<ServerInstant>()
  if (instants.length === 0 && isSearched) {
    return <EmptyState icon={<IconSearchOff />} title="Aucun résultat" sentence="Aucun instant ne contient ces mots." />
  }
  if (instants.length === 0) {
    return (
      <EmptyState
        icon={<IconSparkles />}
        title="Vous n’avez pas encore d’instant"
        sentence={kinds[kind].teaching}
        example={exampleOf(kind, company)}
        action={addAction}
      />
    )
  }
  const cardOf = (instant: ServerInstant) => (
    <InstantCard
      key={instant.instantInformation.id}
      instant={instant}
      kind={kind}
      now={now}
      onDuplicate={() => onDuplicate(instant)}
      onToggled={onToggled}
      onDelete={() => setDeleted(instant)}
    />
  )
  const isOver = (instant: ServerInstant) => standingOf(instant, now).state === 'over'
  const over = instants.filter(isOver)
  return (
    <>
      {over.length < instants.length ? (
        <ul className={styles.cards}>{instants.filter((instant) => !isOver(instant)).map(cardOf)}</ul>
      ) : null}
      {over.length > 0 ? (
        <section className={styles.over} aria-labelledby={`over-${kind}`}>
          <h2 id={`over-${kind}`}>Terminés</h2>
          <p>Les habitants ne les voient plus&nbsp;; ils comptent encore dans votre limite.</p>
          <ul className={styles.cards}>{over.map(cardOf)}</ul>
        </section>
      ) : null}
      {deleted ? (
        <ConfirmDialog
          opened
          title={`Supprimer «\u00a0${deleted.instantInformation.title}\u00a0»\u00a0?`}
          confirmLabel="Supprimer"
          danger
          onClose={() => setDeleted(undefined)}
          onConfirm={() => {
            setDeleted(undefined)
            onDelete(deleted)
          }}
        >
          <p>Ses horaires et sa notification à venir seront supprimés aussi.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
