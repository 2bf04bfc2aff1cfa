import { writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { refresh } from '../../api/query-client.ts'
import { unsentText } from '../../lib/api-error.ts'
import { QuietButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QuietConfirm } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LaterDialog } from './later-dialog.tsx'
import styles from './talk-settings.module.css'
import thread from './thread.module.css'
import {
  type LaterBroadcast,
  type LaterMessage,
  laterMessagesQuery,
  laterText,
  plannedBroadcast,
  plannedMessage,
} from './use-later.ts'

/** Everything that leaves later, across conversations, by time. */
export function LaterList() {
  const { data, error, refetch } = useQuery(laterMessagesQuery)
  if (!data) return <Loading error={error} retry={refetch} height={240} />
  const kept = data.filter(({ state }) => state !== 'sent')
  if (kept.length === 0)
    return (
      <EmptyState
        icon={IconClockHour4}
        title="Rien à envoyer plus tard"
        sentence="Dans une conversation, «&nbsp;Plus tard&nbsp;» garde votre message et l’envoie à l’heure dite."
      />
    )
  return (
    <Card title="À envoyer plus tard" sentence="Chaque message part une seule fois, à son heure.">
      <ul className="stack-1" aria-label="Messages à envoyer plus tard">
        {kept.map((later) => (
          <li key={later.id} className={styles.reply}>
            {later.image ? <img src={later.image} alt="" /> : null}
            <div className={`shrinks anywhere ${styles.words}`} data-held={later.state === 'held' || undefined}>
              <strong>{later.label}</strong>
              <p>{later.message}</p>
              <p>{laterText(later)}</p>
            </div>
            <div className={`whole-row flex wrap ${styles.actions}`}>
              <LaterActions later={later} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type LaterProps = { later: LaterMessage | LaterBroadcast }

/** What leaves later, a message or a broadcast, with its actions. */
export function LaterItem({ later, children }: LaterProps & { children: ReactNode }) {
  return (
    <li className={thread.later}>
      <div className={`written ${thread.bubble}`} data-later>
        {later.image ? <img className={thread.image} src={later.image} alt="Jointe au message" /> : null}
        {later.message}
      </div>
      <p data-held={later.state === 'held' || undefined}>
        <IconClockHour4 size={16} aria-hidden="true" /> {laterText(later)}
        {'onlyIfNoReply' in later && later.onlyIfNoReply ? ', sans réponse d’ici là' : ''}
      </p>
      <div className="to-end flex wrap">{children}</div>
    </li>
  )
}

export function LaterActions({ later }: LaterProps) {
  const [isEdited, setEdited] = useState(false)
  // To whom, for the ear.
  const [name, planning] =
    'label' in later ? [later.label, plannedMessage(later)] : ['vos abonnés', plannedBroadcast(later)]
  const { save, sendNow, cancel, refreshes } = planning
  const to = <span className="visually-hidden">{` le message à ${name}`}</span>
  const act = async (it: () => Promise<unknown>) => {
    await it()
    await refresh(...refreshes)
  }
  return (
    <>
      <QuietButton onClick={() => setEdited(true)}>Modifier{to}</QuietButton>
      <QuietConfirm
        ask={{
          title: `Envoyer maintenant à ${name}\u00a0?`,
          children: <p className="written">{later.message}</p>,
          confirmLabel: 'Envoyer',
          cancelLabel: 'Pas maintenant',
          failureText: unsentText,
          onConfirm: () => act(sendNow),
        }}
      >
        Envoyer maintenant{to}
      </QuietConfirm>
      <QuietConfirm
        ask={{
          title: 'Ne pas envoyer ce message\u00a0?',
          children: 'Il ne partira pas, et son texte ne sera pas gardé.',
          confirmLabel: 'Ne pas l’envoyer',
          cancelLabel: 'Le garder',
          danger: true,
          onConfirm: () => act(cancel),
        }}
      >
        Annuler{to}
      </QuietConfirm>
      {isEdited ? (
        <LaterDialog
          title="Modifier l’envoi"
          planned={{ ...later, image: null, sendAt: writeParisMinute(Temporal.Instant.from(later.sendAt)) }}
          hasPicture={later.image !== null}
          isBroadcast={!('label' in later)}
          onSave={save}
          onClose={() => setEdited(false)}
        />
      ) : null}
    </>
  )
}
