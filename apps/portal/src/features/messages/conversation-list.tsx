import { counted } from '@parvis/domain/kernel/french-format'
import { unlimited } from '@parvis/domain/subscription/plans'
import { IconBan, IconClockHour4, IconHourglass, IconLock, IconNote, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart, useAhead, useFirstPart } from '../../lib/after-first-paint.ts'
import { useMay } from '../../lib/may.ts'
import { useCompany } from '../../lib/session.ts'
import { unbroken } from '../../lib/typographic.ts'
import { discussionsQuery } from '../../lib/unread.ts'
import { Alert } from '../../ui/alert.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Avatar } from './avatar.tsx'
import styles from './conversation-list.module.css'
import { headingOf } from './date-heading.ts'
import inbox from './inbox.module.css'
import { filters, InboxTools } from './inbox-tools.tsx'
import type { SearchResult } from './search-results.tsx'
import { TriageBar } from './triage-bar.tsx'
import { type Broadcasts, broadcastId, broadcastsQuery, type ListedDiscussion } from './use-broadcasts.ts'

const loadResults = () => import('./search-results.tsx').then((it) => it.SearchResults)
const SearchResults = lazyPart(loadResults)

type ConversationListProps = {
  /** Newest update first; the server says which ones the plan opens. */
  discussions: readonly ListedDiscussion[]
  selected: string | undefined
  /** What the address says of the list. */
  view: { filter: string; search: string }
  onView: (view: { filter: string; search: string }) => void
  onOpen: (id: string | undefined) => void
  onResult: (result: SearchResult) => void
}

export function ConversationList({ discussions, selected, view, onView, onOpen, onResult }: ConversationListProps) {
  const [chosen, setChosen] = useState<readonly string[]>()
  useAhead(loadResults)
  return (
    <>
      <InboxTools
        filter={view.filter}
        onFilter={(filter) => onView({ filter, search: '' })}
        search={view.search}
        onSearch={(search) => onView({ ...view, search })}
        isSelecting={chosen !== undefined}
        onSelect={() => setChosen(chosen ? undefined : [])}
      />
      {view.search ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <SearchResults search={view.search} onOpen={onResult} />
        </Suspense>
      ) : (
        <Entries
          discussions={discussions}
          filter={view.filter}
          selected={selected}
          onOpen={onOpen}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {chosen && !view.search ? (
        <div className={inbox.chosen}>
          <p role="status">
            {chosen.length === 0
              ? 'Choisissez des conversations'
              : counted(chosen.length, 'conversation choisie', 'conversations choisies')}
          </p>
          <TriageBar
            ids={chosen}
            onUnread={() => {
              if (selected && chosen.includes(selected)) onOpen(undefined)
            }}
            onDone={() => setChosen(undefined)}
          />
        </div>
      ) : null}
    </>
  )
}

type EntriesProps = {
  discussions: readonly ListedDiscussion[]
  filter: string
  selected: string | undefined
  onOpen: (id: string) => void
  chosen: readonly string[] | undefined
  onChoose: (ids: readonly string[]) => void
}

function Entries({ discussions, filter, selected, onOpen, chosen, onChoose }: EntriesProps) {
  const company = useCompany()
  const { data: broadcasts } = useQuery(broadcastsQuery)
  const state = filters.find(({ word }) => word === filter)?.state
  const { data: filtered } = useQuery({ ...discussionsQuery(company.companyId, state), enabled: state !== undefined })
  const shown = useFirstPart((state === undefined ? discussions : filtered) ?? [], 15)
  const choose = (id: string, isChosen: boolean) =>
    onChoose(isChosen ? [...(chosen ?? []), id] : (chosen ?? []).filter((one) => one !== id))
  return (
    <>
      <ul aria-label="Conversations">
        <li>
          <BroadcastEntry broadcasts={broadcasts} selected={selected} onOpen={onOpen} />
        </li>
        {shown.map((discussion) => (
          <li key={discussion.uuid} className={chosen && inbox.row}>
            {chosen ? (
              <label className={`middle ${inbox.pick}`}>
                <input
                  type="checkbox"
                  aria-label={`Choisir ${discussion.label}`}
                  checked={chosen.includes(discussion.uuid)}
                  onChange={(event) => choose(discussion.uuid, event.currentTarget.checked)}
                />
              </label>
            ) : null}
            <ConversationEntry
              discussion={discussion}
              isSelected={discussion.uuid === selected}
              onOpen={() => onOpen(discussion.uuid)}
            />
          </li>
        ))}
      </ul>
      {state && filtered?.length === 0 ? <p className="pad-3 soft centred">{emptyTexts[state]}</p> : null}
      {discussions.some(({ disabled }) => disabled) ? <PlanAlert /> : null}
    </>
  )
}

const emptyTexts = {
  to_answer: 'Personne n’attend de réponse.',
  unread: 'Tout est lu.',
  waiting: 'Aucune conversation en attente.',
  closed: 'Aucune conversation traitée.',
}

function PlanAlert() {
  const allowed = useCompany().subscription.allowedConversation
  return (
    <div className="pad-2">
      <Alert tone="warning" title={`Votre offre ouvre ${allowed} conversations`}>
        <p>Les plus récentes restent ouvertes, et celles d’une commande à traiter. Les autres vous attendent.</p>
        {allowed === unlimited ? null : (
          <Allowed call="GET /v1/company/:id/subscription">
            <LinkButton to="/subscription" size="small">
              Voir les offres
            </LinkButton>
          </Allowed>
        )}
      </Alert>
    </div>
  )
}

type ConversationEntryProps = {
  discussion: ListedDiscussion
  isSelected: boolean
  onOpen: () => void
}

/** Picture, name, excerpt, date, unread count. */
function ConversationEntry({ discussion, isSelected, onOpen }: ConversationEntryProps) {
  const { label, disabled, excerpt, lastFrom, lastUpdate, newMessage, picture } = discussion
  return (
    <button
      type="button"
      className={`gap-half wide ${styles.entry}`}
      aria-current={isSelected || undefined}
      data-unread={newMessage > 0 || undefined}
      disabled={disabled}
      title={disabled ? 'Au-delà des conversations de votre offre' : undefined}
      onClick={onOpen}
    >
      <Avatar name={label} picture={picture} size={48} />
      <span className="shrinks">
        <span className="inline gap-tight bold">
          {label}
          <Marks discussion={discussion} />
        </span>
        <span className={`note ${styles.excerpt}`}>
          {lastFrom === 'company' ? 'Vous\u00a0: ' : null}
          {unbroken(excerpt)}
        </span>
      </span>
      <span className="column bottom gap-tight soft small">
        <time dateTime={lastUpdate}>{headingOf(lastUpdate)}</time>
        {newMessage > 0 ? (
          <span className="count">
            {newMessage}
            <span className="visually-hidden"> {newMessage > 1 ? 'non lus' : 'non lu'}</span>
          </span>
        ) : null}
      </span>
    </button>
  )
}

function Marks({ discussion }: Pick<ConversationEntryProps, 'discussion'>) {
  const { isBlocked, disabled, triage, notes, scheduled } = discussion
  return (
    <>
      {isBlocked ? <IconBan size={16} aria-label="bloquée" /> : null}
      {disabled ? <IconLock size={16} aria-label="au-delà de votre offre" /> : null}
      {triage === 'waiting' ? <IconHourglass size={16} aria-label="en attente" /> : null}
      {notes > 0 ? <IconNote size={16} aria-label="avec une note" /> : null}
      {scheduled > 0 ? <IconClockHour4 size={16} aria-label="avec un message à envoyer plus tard" /> : null}
    </>
  )
}

type BroadcastEntryProps = {
  broadcasts: Broadcasts | undefined
  selected: string | undefined
  onOpen: (id: string) => void
}

/** On top of the list: one message to all followers. */
function BroadcastEntry({ broadcasts, selected, onOpen }: BroadcastEntryProps) {
  const none = useMay()('POST /v1/company/:id/broadcast') ? 'Écrivez à tous vos abonnés' : 'Aucun message groupé'
  return (
    <button
      type="button"
      className={`gap-half wide ${styles.entry}`}
      aria-current={selected === broadcastId || undefined}
      onClick={() => onOpen(broadcastId)}
    >
      <Avatar name={<IconSpeakerphone />} size={48} />
      <span className="shrinks">
        <span className="inline gap-tight bold">{broadcasts?.title ?? 'Message groupé'}</span>
        <span className={`note ${styles.excerpt}`}>{broadcasts?.excerpt || none}</span>
      </span>
      <span className="column bottom gap-tight soft small">
        {broadcasts?.lastBroadcast ? (
          <time dateTime={broadcasts.lastBroadcast}>{headingOf(broadcasts.lastBroadcast)}</time>
        ) : null}
      </span>
    </button>
  )
}
