import { parisDay } from '@parvis/domain/kernel/paris-time'
import { promiseOf, stateOf, stateWord } from '@parvis/domain/orders/order-states'
import { reportDecisions, reportReasons } from '@parvis/domain/reports/report'
import { relativeDay } from '@parvis/domain/site/when.fr'
import { Temporal } from 'temporal-polyfill'
import { toInstant } from '../../db/clock.ts'
import { listResidentDiscussions, readMessages } from '../messages/index.ts'
import { findReport } from '../reports/index.ts'
import { findAddress, noTown, townOfSlug } from '../towns/index.ts'
import { businessPath, residentHome } from './addresses.ts'
import { findBusiness, type SiteBusiness } from './businesses.queries.ts'
import { capitalise } from './opening.ts'
import { quartersOf } from './order.ts'
import { caching } from './page-answer.ts'
import { type AskedByResident, momentText, shell, townPart } from './private-shell.ts'
import type { Read } from './reading.ts'
import { findResident } from './residents.queries.ts'
import { placeLines, takesOrders } from './show-business.ts'
import { notFound } from './show-message.ts'
import { listResidentOrders, type SiteOrderRow } from './talk.queries.ts'

export async function conversations({ deps, resident, now }: AskedByResident): Promise<Read> {
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
              when: momentText(Temporal.Instant.from(lastUpdate), now),
            },
          ],
    ),
  })
}

export async function conversation({ deps, resident, now }: AskedByResident, id: string): Promise<Read> {
  const entry = resident && (await listResidentDiscussions(deps, resident.userId)).find(({ uuid }) => uuid === id)
  if (!resident || !entry) return { ...notFound(), cache: caching.private }
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
      time: row.sendAt.slice(11, 16),
      ...(heading && { heading }),
      ...(row.order && { order: { href: `/mes-commandes/${row.order.id}`, name: 'Voir ma commande' } }),
    }
  })
  return shell(`Messages avec ${entry.label}`, {
    kind: 'conversation',
    id,
    company: { href: business ? businessPath(business) : '/mes-messages', name: entry.label },
    companyId: entry.companyId,
    isBlocked: entry.isBlocked,
    messages,
    text: '',
  })
}

/** Writing to a business, or ordering from it. */
export async function readForm({ deps, resident, address, now }: AskedByResident): Promise<Read> {
  const [first, fiche, word] = address.words as [string, string, string]
  const found = await findAddress(deps.db, townOfSlug(first)?.code ?? noTown, fiche)
  const business = found && (await findBusiness(deps.db, found.companyId))
  if (!business) return { ...notFound(townOfSlug(first)), cache: caching.private }
  const firstName = await firstNameOf(deps, resident)
  const company = { href: businessPath(business), name: business.name }
  if (word === 'ecrire')
    return shell(
      `Écrire à ${business.name}`,
      { kind: 'write', company, companyId: business.id, text: '', firstName },
      undefined,
      townPart(first),
    )
  return takesOrders(business)
    ? orderForm(business, now, firstName, first)
    : { ...notFound(undefined, business), cache: caching.private }
}

async function firstNameOf({ db }: AskedByResident['deps'], resident: AskedByResident['resident']): Promise<string> {
  const row = resident && (await findResident(db, resident.userId))
  return row?.firstName ?? ''
}

function orderForm(business: SiteBusiness, now: Temporal.Instant, firstName: string, town: string): Read {
  const company = { href: businessPath(business), name: business.name }
  const days = quartersOf(business, now, 14).map(({ day, slots }) => ({
    day: capitalise(relativeDay(Temporal.PlainDate.from(day), parisDay(now))),
    quarters: slots.map(({ start, end }) => ({ value: start, label: `${start.slice(11, 16)} – ${end.slice(11, 16)}` })),
  }))
  return shell(
    `Commander chez ${business.name}`,
    {
      kind: 'order',
      company,
      companyId: business.id,
      instruction: business.cacDescription,
      days,
      typed: { content: '', pickup: '', firstName },
    },
    undefined,
    townPart(town),
  )
}

export async function ticket({ deps, resident, now }: AskedByResident, orderId: number): Promise<Read> {
  const [row] =
    resident && Number.isSafeInteger(orderId) ? await listResidentOrders(deps.db, resident.userId, orderId) : []
  const business = row && (await findBusiness(deps.db, row.companyId))
  if (!resident || !row || !business) return { ...notFound(), cache: caching.private }
  const name = (await findResident(deps.db, resident.userId))?.firstName ?? 'Commande'
  return shell(`Commande chez ${business.name}`, { kind: 'ticket', order: ticketOf(row, business, name, now) })
}

function ticketOf(row: SiteOrderRow, business: SiteBusiness, name: string, now: Temporal.Instant) {
  const said = stateOf(row)
  const { state } = said
  const place = placeLines(business)
  return {
    id: row.id,
    name,
    when: momentText(toInstant(row.finalPickupAt ?? row.pickupAt), now),
    stateWord: stateWord(said),
    state,
    promise: promiseOf(said),
    content: row.finalContent ?? row.content,
    total: row.totalCents === null ? null : `${(row.totalCents / 100).toFixed(2).replace('.', ',')} €`,
    reason: state === 'refused' ? row.cancelMessage : null,
    code: null,
    company: { href: businessPath(business), name: business.name },
    companyId: business.id,
    address: place.address,
    directions: place.directions,
    conversation: `/mes-messages/${row.discussionId}`,
    canWithdraw: state === 'asked',
  }
}

/** The form that reports something, with the address it came from (W-101). */
export function report({ deps, address }: AskedByResident): Read {
  const page = shell(
    'Signaler',
    {
      kind: 'report',
      address: address.query.get('adresse') ?? '',
      reasons: Object.entries(reportReasons).map(([value, label]) => ({ value, label })),
      text: '',
    },
    `${residentHome(deps.config)}/signaler`,
  )
  return page
}

/** What became of a report, for whoever has its code (W-101, W-103). */
export async function reported({ deps, now }: AskedByResident, code: string): Promise<Read> {
  const found = await findReport(deps.db, code)
  if (!found) return notFound()
  const { decision, decidedAt, receivedAt, grounds } = found
  return shell(`Signalement ${code}`, {
    kind: 'reported',
    code,
    state: decision ? reportDecisions[decision] : 'Reçu, en attente d’une décision',
    received: momentText(toInstant(receivedAt), now),
    decided: decidedAt && momentText(toInstant(decidedAt), now),
    grounds,
  })
}
