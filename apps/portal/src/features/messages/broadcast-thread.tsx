import { followersText, formatDay, formatDayTime } from '@parvis/domain/kernel/french-format'
import { startOfParisWeek } from '@parvis/domain/kernel/paris-time'
import { reachText } from '@parvis/domain/residents/followers.fr'
import { IconClockHour4, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { unsentText } from '../../lib/api-error.ts'
import type { WriteDraft } from '../../lib/drafts.ts'
import { useMay } from '../../lib/may.ts'
import { PageLink, useLocation } from '../../lib/router.tsx'
import { useCompany } from '../../lib/session.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { useObjectUrl } from '../../ui/picture/use-object-url.ts'
import { showToast } from '../../ui/toast.tsx'
import { ThreadHeader } from './avatar.tsx'
import { Composer } from './composer.tsx'
import { ExpectedReach, LaterDialog } from './later-dialog.tsx'
import { LaterActions, LaterItem } from './later-list.tsx'
import { type Draft, useMessageDraft, withoutSent } from './message-draft.ts'
import { MessageLog } from './message-list.tsx'
import styles from './thread.module.css'
import { type Broadcasts, broadcast, broadcastsQuery, useWeeklyBroadcasts } from './use-broadcasts.ts'
import { laterBroadcastsQuery, saveLaterBroadcast } from './use-later.ts'

/** What was sent to all followers, and what to send next, after a confirmation. */
export function BroadcastThread({ onBack }: { onBack: () => void }) {
  const company = useCompany()
  const { data, error, refetch } = useQuery(broadcastsQuery)
  const week = useWeeklyBroadcasts(data)
  const [draft, write] = useMessageDraft(`broadcast ${company.companyId}`)
  useWrittenFor(draft, write)
  const [asked, setAsked] = useState<Draft>()
  const [isOverLimit, setOverLimit] = useState(false)
  const ask = (written: Draft) => {
    setOverLimit(week.isFull)
    if (!week.isFull) setAsked(written)
  }
  const send = async (written: Draft) => {
    await broadcast(written)
    // Also when the page was left meanwhile: its text must not wait there, ready to leave twice.
    write(withoutSent(written))
    showToast('Message envoyé à vos abonnés')
  }

  return (
    <section className={`column ${styles.thread}`} aria-label="Message groupé">
      <ThreadHeader title={data?.title ?? 'Message groupé'} onBack={onBack} />
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      <BroadcastLog list={data?.list} />
      {isOverLimit ? <LimitAlert /> : <WeekLine week={week} />}
      <Allowed call="POST /v1/company/:id/broadcast">
        <Composer
          label="Message à tous vos abonnés"
          draft={draft}
          onWrite={write}
          onSend={ask}
          tools={<SendLater draft={draft} onPlanned={(planned) => write(withoutSent(planned))} />}
        />
      </Allowed>
      {asked ? (
        <BroadcastDialog draft={asked} onConfirm={() => send(asked)} onClose={() => setAsked(undefined)} />
      ) : null}
    </section>
  )
}

/** What a closure just saved has written, unless something is being written already. */
function useWrittenFor(draft: Draft, write: WriteDraft<Draft>): void {
  const text = useLocation().state.broadcastText
  const fill = useEffectEvent((news: string) => {
    if (draft.text === '') write({ text: news })
  })
  useEffect(() => {
    if (text) fill(text)
  }, [text])
}

/** Plans it for another hour: it counts in the week in which it leaves. */
function SendLater({ draft, onPlanned }: { draft: Draft; onPlanned: (planned: Draft) => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <button type="button" disabled={draft.isReading} onClick={() => setAsked(true)}>
        <IconClockHour4 size={20} aria-hidden="true" />
        Plus tard
      </button>
      {isAsked ? (
        <LaterDialog
          title="Écrire plus tard à vos abonnés"
          planned={{ message: draft.text, image: draft.image }}
          hasPicture={draft.image !== null}
          isBroadcast
          onSave={async (planned) => {
            await saveLaterBroadcast(undefined, planned)
            onPlanned(draft)
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}

/** Broadcasts still to come, and those that could not be sent, below those that were. */
function BroadcastLog({ list }: { list: Broadcasts['list'] | undefined }) {
  const { followersCount } = useCompany()
  const mayWrite = useMay()('POST /v1/company/:id/broadcast')
  const later = useQuery(laterBroadcastsQuery).data?.filter(({ state }) => state !== 'sent')
  return (
    <MessageLog label="Messages groupés envoyés">
      <ol className="column gap-tight pad-2">
        {list?.toReversed().map((broadcast) => (
          <BroadcastMessage key={broadcast.id} broadcast={broadcast} />
        ))}
        {later?.map((one) => (
          <LaterItem key={`later ${one.id}`} later={one}>
            {mayWrite ? <LaterActions later={one} /> : null}
          </LaterItem>
        ))}
      </ol>
      {list?.length !== 0 || later?.length !== 0 ? null : mayWrite ? (
        <div className={`pad-3 ${styles.first}`}>
          <EmptyState
            icon={IconSpeakerphone}
            title={`Écrivez à ${followersText(followersCount)} d’un coup`}
            sentence="Une fermeture, une nouveauté&nbsp;: chacun reçoit votre message et une notification."
            example="«&nbsp;Fournée de brioches à 16&nbsp;h, il y en aura pour tout le monde.&nbsp;»"
          />
        </div>
      ) : (
        <EmptyState icon={IconSpeakerphone} title="Aucun message groupé" />
      )}
    </MessageLog>
  )
}

function BroadcastMessage({ broadcast }: { broadcast: Broadcasts['list'][number] }) {
  const { message, image, sentAt, reach } = broadcast
  return (
    <li className={styles.broadcast}>
      <div className={`written ${styles.bubble}`} data-own>
        {image ? <img className={styles.image} src={image} alt="Jointe au message" loading="lazy" /> : null}
        {message}
      </div>
      <p className={`soft small ${styles.receivers}`}>
        {formatDayTime(sentAt)} · {reachText(reach)}
      </p>
    </li>
  )
}

/** Before writing, not after: what the plan leaves this week, and since when again. */
function WeekLine({ week: { used, allowed, isFull } }: { week: ReturnType<typeof useWeeklyBroadcasts> }) {
  if (allowed < 0) return null
  const next = startOfParisWeek(presentInstant().add({ hours: 7 * 24 }))
  return (
    <p className={styles.reach}>
      {used} sur {allowed} cette semaine
      {isFull ? `, le prochain à partir du ${formatDay(next.epochMilliseconds)}` : null}
    </p>
  )
}

function LimitAlert() {
  return (
    <Alert tone="warning" errorKey="BROADCAST_LIMIT">
      <p>Vous avez atteint votre nombre de messages groupés pour cette semaine</p>
      <Allowed call="GET /v1/company/:id/subscription">
        <PageLink to="/subscription">Voir les offres</PageLink>
      </Allowed>
    </Alert>
  )
}

type BroadcastDialogProps = { draft: Draft; onConfirm: () => Promise<void>; onClose: () => void }

/** Asks before writing to everyone, and shows what leaves for good, whole, and to how many. */
function BroadcastDialog({ draft, onConfirm, onClose }: BroadcastDialogProps) {
  const { followersCount } = useCompany()
  const picture = useObjectUrl(draft.image)
  return (
    <ConfirmDialog
      title={`Envoyer à ${followersText(followersCount)}\u00a0?`}
      confirmLabel="Envoyer à tous"
      failureText={unsentText}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Chacun recevra ce message et une notification. Vous ne pourrez plus le modifier ni le retirer.</p>
      <ExpectedReach />
      <blockquote className={`written ${styles.quoted}`}>
        {picture ? <img className={styles.image} src={picture} alt="Jointe au message" /> : null}
        {draft.text}
      </blockquote>
    </ConfirmDialog>
  )
}
