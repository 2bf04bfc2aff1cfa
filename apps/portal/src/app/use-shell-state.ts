import { cityAppOf } from '@parvis/domain/marketing/qr-links'
import { useQuery } from '@tanstack/react-query'
import { useArrivalSound } from '../features/messages/message-sound.ts'
import { useOrderAlert } from '../features/orders/use-order.ts'
import { notificationsQuery } from '../lib/alert-sound.ts'
import { useSendQueue } from '../lib/browser-queue.ts'
import { useLocation } from '../lib/router.tsx'
import { configurationQuery, useCompany, useEstablishment, useSession } from '../lib/session.ts'
import { countOfWaiting, discussionsQuery, isUnread, unreadCount } from '../lib/unread.ts'
import { linksOf } from './navigation.ts'
import { useWaitingCount } from './tab-title.ts'

const unreadEvery = 60_000

/** Data of the rail and of the bottom bar: the company, its links, unread messages, outside links. */
export function useShellState() {
  const company = useCompany()
  const { isSuperAdmin, user } = useSession()
  useSendQueue(user.id)
  const { role, isRemoved } = useEstablishment()
  const pathname = useLocation().pathname
  const { data: unread } = useQuery({
    ...discussionsQuery(company.companyId),
    select: (discussions) => ({
      messages: unreadCount(discussions),
      conversations: discussions.filter(isUnread).map(({ uuid }) => uuid),
    }),
    refetchInterval: unreadEvery,
  })
  useArrivalSound(unread?.messages)
  const orders = useOrderAlert()
  useWaitingCount(countOfWaiting(unread?.conversations ?? [], orders.unseen))
  // Preloads the person's choice, because the sound reads whether ringing is silenced.
  useQuery(notificationsQuery)
  const { data: configuration } = useQuery(configurationQuery)
  return {
    company,
    role,
    isRemoved,
    pathname,
    links: linksOf(company.type, isSuperAdmin, company.cacActive || orders.isUnderWay, role),
    countOf: (to: string) => ({ '/messages': unread?.messages ?? 0, '/commandes': orders.todo })[to] ?? 0,
    supportEmail: configuration?.supportEmail,
    supportPhone: configuration?.supportPhone,
    cityWebsiteUrl: configuration?.cityWebsiteUrl,
    cityApp: configuration && cityAppOf(configuration.cityApps, company.zipCode),
  }
}

export type ShellState = ReturnType<typeof useShellState>
