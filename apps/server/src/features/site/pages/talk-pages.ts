import { reportDecisions, reportReasons } from '@parvis/domain/reports/report'
import type { SitePage } from '@parvis/domain/site/page'
import type { Correspondence, PrivateContent } from '@parvis/domain/site/private-page'
import { momentText } from '@parvis/domain/site/when.fr'
import type { Dependencies } from '../../../dependencies.ts'
import { findExchange, listResidentDiscussions, readMessages } from '../../messages/index.ts'
import { findReport } from '../../reports/index.ts'
import { businessPath } from '../addresses.ts'
import { findBusiness } from '../businesses.queries.ts'
import { type AskedByResident, shell } from './private-shell.ts'
import type { PageAnswer, PageRead } from './reading.ts'
import { townLink } from './show-business.ts'
import { notFound, onAnotherDevice } from './show-message.ts'

export async function conversations({ deps, resident, now }: AskedByResident): Promise<PageRead> {
  return shell('Mes messages', {
    kind: 'conversations',
    now: now.epochMilliseconds,
    conversations: resident ? await listCorrespondence(deps, resident.userId) : [],
  })
}

/** Conversations alone: broadcasts are among the news of whom one follows. */
async function listCorrespondence(deps: Dependencies, userId: number): Promise<Correspondence[]> {
  const entries = await listResidentDiscussions(deps, userId)
  return entries.flatMap((entry) => (entry.uuid === null ? [] : { ...entry, uuid: entry.uuid }))
}

export async function conversation({ deps, resident, now }: AskedByResident, id: string): Promise<PageRead> {
  const entry = resident && (await listCorrespondence(deps, resident.userId)).find(({ uuid }) => uuid === id)
  if (!resident || !entry) return onAnotherDevice()
  const rows = await readMessages(deps, {
    userId: resident.userId,
    discussionId: id,
    way: undefined,
    messageId: undefined,
    asResident: true,
  })
  const business = await findBusiness(deps.db, entry.companyId)
  const content = {
    kind: 'conversation' as const,
    now: now.epochMilliseconds,
    conversation: entry,
    company: { href: business ? businessPath(business) : '/mes-messages', name: entry.label },
    isAnswered: (await findExchange(deps.db, { discussionId: id })).isAnswered,
    messages: rows.toReversed(),
  }
  const town = business && townLink({ host: 'resident', home: '' }, business)
  return shell(`Messages avec ${entry.label}`, content, town)
}

type Reporting = Partial<Extract<PrivateContent, { kind: 'report' }>>

/** The form that reports something, with the address it came from and what was typed. */
export function reportForm(title: string, typed: Reporting, more: Partial<SitePage> = {}): PageAnswer {
  const reasons = Object.entries(reportReasons).map(([value, label]) => ({ value, label }))
  return shell(title, { kind: 'report', address: '', text: '', ...typed, reasons }, more)
}

/** Follow-up page of a report, for anybody with its code. */
export async function reported({ deps, now }: AskedByResident, code: string): Promise<PageRead> {
  const found = await findReport(deps.db, code)
  if (!found) return notFound()
  const { decision, decidedAt, receivedAt, grounds } = found
  const facts = [
    ['Reçu', momentText(receivedAt.getTime(), now.epochMilliseconds)],
    ['État', decision ? reportDecisions[decision] : 'Reçu, en attente d’une décision'],
    ['Décidé', decidedAt && momentText(decidedAt.getTime(), now.epochMilliseconds)],
    ['Motif', grounds],
  ] as const
  const heading = `Signalement ${code}`
  const section = {
    paragraphs: [`Signalement reçu, numéro ${code}. Gardez cette adresse pour suivre sa suite.`],
    terms: facts.flatMap(([name, value]) => (value ? { name, value } : [])),
  }
  return shell(heading, { kind: 'text', heading, sections: [section] })
}
