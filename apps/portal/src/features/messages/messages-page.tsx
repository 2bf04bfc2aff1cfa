import { IconMessages } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { deviceKey } from '../../api/query.ts'
import { lazyPart, useAhead } from '../../lib/after-first-paint.ts'
import { navigate } from '../../lib/history.ts'
import { ownershipQuery, useCompany, useCompanyId, useOpenedIn } from '../../lib/session.ts'
import { discussionsQuery } from '../../lib/unread.ts'
import { useQueryText } from '../../lib/use-query-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConversationList } from './conversation-list.tsx'
import styles from './messages-page.module.css'
import { broadcastId } from './use-broadcasts.ts'
import { type DrawOrder, OrderCardContext } from './use-thread.ts'

// Lazy: half of the page's code, not needed before a conversation is chosen.
const loadThread = () => import('./thread.tsx').then((it) => it.ConversationThread)
const loadBroadcast = () => import('./broadcast-thread.tsx').then((it) => it.BroadcastThread)
const ConversationThread = lazyPart(loadThread)
const BroadcastThread = lazyPart(loadBroadcast)

/** Conversations at the left, one of them at the right; two screens on a phone. */
export function MessagesPage({ orderCard, above }: { orderCard: DrawOrder; above: ReactNode }) {
  const company = useCompany()
  const selected = useQueryText('conversation')
  const message = Number(useQueryText('message')) || undefined
  const view = { filter: useQueryText('filtre') ?? '', search: useQueryText('recherche') ?? '' }
  const { data, error, refetch } = useQuery({ ...discussionsQuery(company.companyId), refetchInterval: 30_000 })
  useOpenedIn(useEstablishmentOf(selected, data))
  /** The filter and the search stay in the address while conversations are opened and left. */
  const go = (
    to: Partial<{ conversation: string; message: number; filter: string; search: string }>,
    replace = false,
  ) => {
    const { filter, search, conversation, message: at } = { ...view, ...to }
    const wanted = {
      ...(filter && { filtre: filter }),
      ...(search && { recherche: search }),
      ...(conversation && { conversation }),
      ...(at && { message: at }),
    }
    navigate({ to: '/messages', search: wanted, replace })
  }
  const open = (id: string | undefined) => go(id ? { conversation: id } : {})
  useAhead(loadThread)
  useAhead(loadBroadcast)

  return (
    <OrderCardContext value={orderCard}>
      <h1 className="visually-hidden">Messages</h1>
      <div className={`box ${styles.page}`} data-open={selected !== undefined || undefined}>
        <div className={`column ${styles.list}`}>
          {above}
          {data ? null : <Loading error={error} retry={refetch} height={320} />}
          {data ? (
            <ConversationList
              discussions={data}
              selected={selected}
              view={view}
              onView={(next) => go({ ...next, ...(selected && { conversation: selected }) }, true)}
              onOpen={open}
              onResult={({ discussionId, messageId }) =>
                go({ conversation: discussionId, ...(messageId !== null && { message: messageId }) })
              }
            />
          ) : null}
        </div>
        <div className={`centre shrinks ${styles.thread}`}>
          <Suspense fallback={<Skeleton height={320} />}>{rightSide()}</Suspense>
        </div>
      </div>
    </OrderCardContext>
  )

  function rightSide(): ReactNode {
    const back = () => open(undefined)
    if (selected === broadcastId) return <BroadcastThread onBack={back} />
    if (!data) return selected ? <Skeleton height={320} /> : <NothingChosen />
    const discussion = data.find(({ uuid }) => uuid === selected)
    if (discussion && !discussion.disabled) {
      return (
        <ConversationThread
          key={`${discussion.uuid} ${message}`}
          discussion={discussion}
          around={message}
          onLatest={() => open(discussion.uuid)}
          onBack={back}
        />
      )
    }
    return data.length === 0 ? <NoConversation /> : <NothingChosen />
  }
}

/** The establishment of one's own that has a conversation which this one has not. */
function useEstablishmentOf(uuid: string | undefined, known: readonly { uuid: string }[] | undefined) {
  const isWanted = uuid !== undefined && uuid !== broadcastId
  const isMissing = isWanted && known !== undefined && !known.some((one) => one.uuid === uuid)
  const companyId = useCompanyId()
  const others = useSuspenseQuery(ownershipQuery).data.filter((one) => one.companyId !== companyId)
  const { data } = useQuery({
    queryKey: deviceKey('establishment-of', uuid ?? ''),
    queryFn: async ({ client }) => {
      const lists = await Promise.all(others.map((one) => client.fetchQuery(discussionsQuery(one.companyId))))
      return others[lists.findIndex((list) => list.some((one) => one.uuid === uuid))]?.companyId ?? null
    },
    enabled: isMissing,
  })
  return data ?? undefined
}

const NothingChosen = () => (
  <div className={styles.nothing}>
    <EmptyState
      icon={IconMessages}
      title="Choisissez une conversation"
      sentence="Vos échanges avec les habitants s’affichent ici."
    />
  </div>
)

const NoConversation = () => (
  <div className={styles.nothing}>
    <EmptyState
      icon={IconMessages}
      title="Pas encore de conversation"
      sentence="Quand un habitant vous écrit depuis l’application, sa conversation apparaît ici."
      example="imprimez votre QR code et posez-le sur le comptoir."
    />
  </div>
)
