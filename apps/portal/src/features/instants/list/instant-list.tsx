import type { InstantKind } from '@parvis/domain/instants/kind'
import { unlimited } from '@parvis/domain/subscription/plans'
import { IconSearchOff, IconSparkles } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Temporal } from 'temporal-polyfill'
import { useAhead, useFirstPart } from '../../../lib/after-first-paint.ts'
import { useCompany } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyWindow } from '../../../ui/lazy-window.tsx'
import { SeatedNote } from '../bookings/seated-note.tsx'
import { type ServerInstant, scheduleOf, standingOf } from '../instant.ts'
import { exampleOf, kinds } from '../kinds.fr.ts'
import { InstantCard } from './instant-card.tsx'
import styles from './instant-list.module.css'

const loadStateDialog = () => import('./state-dialog.tsx').then((it) => it.StateDialog)
const StateDialog = lazyWindow(loadStateDialog)

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

const pastText = (limit: number): string =>
  limit === unlimited
    ? 'Les habitants ne les voient plus.'
    : 'Les habitants ne les voient plus\u00a0; ils comptent encore dans votre limite.'

/** The cards of one tab, or what to do when there is none. */
export function InstantList(props: InstantListProps) {
  const { kind, instants, isSearched, now, onDuplicate, onToggled, onDelete, addAction } = props
  const company = useCompany()
  const [deleted, setDeleted] = useState<ServerInstant>()
  const [changed, setChanged] = useState<ServerInstant>()
  const ended = new Set(instants.filter((instant) => standingOf(instant, now).state === 'over'))
  const isOver = (instant: ServerInstant) => ended.has(instant)
  const past = [...ended].toSorted((a, b) => endOf(b) - endOf(a))
  const shown = useFirstPart([...instants.filter((instant) => !isOver(instant)), ...past])
  useAhead(loadStateDialog)
  if (instants.length === 0 && isSearched) {
    return <EmptyState icon={IconSearchOff} title="Aucun résultat" sentence="Aucun instant ne contient ces mots." />
  }
  if (instants.length === 0) {
    return (
      <EmptyState
        icon={IconSparkles}
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
      onChangeState={() => setChanged(instant)}
    />
  )
  // Published and to come: residents may have seen it.
  const isSeen = (instant: ServerInstant) => ['running', 'coming'].includes(standingOf(instant, now).state)
  const over = shown.filter(isOver)
  return (
    <>
      {over.length < shown.length ? (
        <ul className={`stack-2 ${styles.cards}`}>{shown.slice(0, shown.length - over.length).map(cardOf)}</ul>
      ) : null}
      {over.length > 0 ? (
        <section className={styles.over} aria-labelledby={`over-${kind}`}>
          <h2 id={`over-${kind}`}>Passés</h2>
          <p className="below-2 soft">{pastText(company.subscription.allowedInstant)}</p>
          <ul className={`stack-2 ${styles.cards}`}>{over.map(cardOf)}</ul>
        </section>
      ) : null}
      {deleted ? (
        <ConfirmDialog
          title={`Supprimer «\u00a0${deleted.instantInformation.title}\u00a0»\u00a0?`}
          confirmLabel="Supprimer"
          cancelLabel={isSeen(deleted) ? 'Fermer' : 'Annuler'}
          danger
          onClose={() => setDeleted(undefined)}
          onConfirm={() => {
            setDeleted(undefined)
            onDelete(deleted)
          }}
        >
          <p>Ses horaires et sa notification à venir seront supprimés aussi.</p>
          <SeatedNote id={deleted.instantInformation.id} />
          {isSeen(deleted) ? (
            <>
              <p>Les habitants l’ont peut-être déjà noté&nbsp;: annulé, il reste affiché, barré, avec votre message.</p>
              <Button
                variant="secondary"
                onClick={() => {
                  setChanged(deleted)
                  setDeleted(undefined)
                }}
              >
                Annuler plutôt
              </Button>
            </>
          ) : null}
        </ConfirmDialog>
      ) : null}
      {changed ? <StateDialog instant={changed} now={now} onClose={() => setChanged(undefined)} /> : null}
    </>
  )
}

/** The moment at which its last date is over; an instant without date is the oldest. */
const endOf = (instant: ServerInstant): number =>
  Math.max(0, ...scheduleOf(instant).map((item) => (item.kind === 'fixed' ? item.end.epochMilliseconds : 0)))
