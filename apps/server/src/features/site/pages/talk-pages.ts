import { parisDay } from '@parvis/domain/kernel/paris-time'
import { reportDecisions, reportReasons } from '@parvis/domain/reports/report'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { clockText, momentText, relativeDay } from '@parvis/domain/site/when.fr'
import { Temporal } from 'temporal-polyfill'
import { findExchange, listResidentDiscussions, readMessages } from '../../messages/index.ts'
import { findReport } from '../../reports/index.ts'
import { businessPath } from '../addresses.ts'
import { findBusiness } from '../businesses.queries.ts'
import { capitalise } from './opening.ts'
import { type AskedByResident, shell } from './private-shell.ts'
import type { PageAnswer, PageRead } from './reading.ts'
import { townLink } from './show-business.ts'
import { notFound, onAnotherDevice } from './show-message.ts'

export async function conversations({ deps, resident, now }: AskedByResident): Promise<PageRead> {
  const entries = resident ? await listResidentDiscussions(deps, resident.userId) : []
  return shell('Mes messages', {
    kind: 'conversations',
    conversations: entries.flatMap(({ uuid, label, excerpt, newMessage, lastUpdate }) =>
      uuid === null
        ? []
        : [
            {
              href: `/mes-messages/${uuid}`,
              name: label,
              excerpt,
              unread: newMessage,
              when: momentText(Date.parse(lastUpdate), now.epochMilliseconds),
            },
          ],
    ),
  })
}

export async function conversation({ deps, resident, now }: AskedByResident, id: string): Promise<PageRead> {
  const entry = resident && (await listResidentDiscussions(deps, resident.userId)).find(({ uuid }) => uuid === id)
  if (!resident || !entry) return onAnotherDevice()
  const rows = await readMessages(deps, {
    userId: resident.userId,
    discussionId: id,
    way: undefined,
    messageId: undefined,
    asResident: true,
  })
  const business = await findBusiness(deps.db, entry.companyId)
  let last = ''
  const messages = rows.toReversed().map((row) => {
    const moment = Temporal.Instant.from(row.sendAt)
    const day = capitalise(relativeDay(parisDay(moment), parisDay(now)))
    const heading = day === last ? undefined : day
    last = day
    return {
      id: row.id,
      isMine: row.senderId !== entry.companyId,
      text: row.message,
      image: row.image,
      time: clockText(moment),
      isAutomatic: row.automatic,
      ...(heading && { heading }),
      ...(row.order && { order: { href: `/mes-commandes/${row.order.id}`, name: 'Voir ma commande' } }),
    }
  })
  const content = {
    kind: 'conversation' as const,
    id,
    company: { href: business ? businessPath(business) : '/mes-messages', name: entry.label },
    companyId: entry.companyId,
    isBlocked: entry.isBlocked,
    isAnswered: (await findExchange(deps.db, { discussionId: id })).isAnswered,
    messages,
    text: '',
  }
  const town = business && townLink({ host: 'resident', home: '' }, business)
  return shell(`Messages avec ${entry.label}`, content, undefined, town)
}

type Reporting = Partial<Extract<PrivateContent, { kind: 'report' }>>

/** The form that reports something, with the address it came from and what was typed. */
export function reportForm(title: string, typed: Reporting, canonical?: string): PageAnswer {
  const reasons = Object.entries(reportReasons).map(([value, label]) => ({ value, label }))
  return shell(title, { kind: 'report', address: '', text: '', ...typed, reasons }, canonical)
}

/** Follow-up page of a report, for anybody with its code. */
export async function reported({ deps, now }: AskedByResident, code: string): Promise<PageRead> {
  const found = await findReport(deps.db, code)
  if (!found) return notFound()
  const { decision, decidedAt, receivedAt, grounds } = found
  return shell(`Signalement ${code}`, {
    kind: 'reported',
    code,
    state: decision ? reportDecisions[decision] : 'Reçu, en attente d’une décision',
    received: momentText(receivedAt.getTime(), now.epochMilliseconds),
    decided: decidedAt && momentText(decidedAt.getTime(), now.epochMilliseconds),
    grounds,
  })
}
