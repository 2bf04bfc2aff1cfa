import { readId } from '@parvis/domain/kernel/ids'
import { statusOfKind } from '@parvis/domain/kernel/refusal'
import { conversationPage } from '@parvis/domain/messages/message-rules'
import { Refusal, refusal, refusals } from '@parvis/domain/refusals'
import { reportDecisions, reportReasons } from '@parvis/domain/reports/report'
import { siteReportsContract } from '@parvis/domain/reports/reports.contract'
import type { Correspondence, PrivateContent } from '@parvis/domain/site/private-page'
import { momentText } from '@parvis/domain/site/when.fr'
import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../../../dependencies.ts'
import { receivedBody } from '../../../http/read-body.ts'
import { awaitingText, findExchange, listResidentDiscussions, readMessages } from '../../messages/index.ts'
import { fileReport, findReport } from '../../reports/index.ts'
import { businessPath, residentHome, type SiteBase } from '../addresses.ts'
import { findBusiness } from '../businesses.queries.ts'
import { onResidentHost } from '../hosts/draw-page.ts'
import { caching, redirect } from '../hosts/page-answer.ts'
import { sentenceOf } from '../residents/typed-again.ts'
import { type AskedByResident, shell } from './private-shell.ts'
import type { PageAnswer, PageAsked, PageRead } from './reading.ts'
import { townLink } from './show-business.ts'
import { notFound, onAnotherDevice } from './show-message.ts'

export async function conversations({ deps, resident, now }: AskedByResident): Promise<PageRead> {
  const known = resident ? await listCorrespondence(deps, resident.userId) : []
  const lines = known.map(({ uuid, label, newMessage, lastUpdate, excerpt }) => ({
    href: `/mes-messages/${uuid}`,
    name: label,
    ...(newMessage > 0 && { word: `${newMessage} à lire` }),
    facts: `${momentText(Date.parse(lastUpdate), now.epochMilliseconds)} · ${excerpt}`,
  }))
  const empty = lines.length > 0 ? null : 'Vous n’avez encore écrit à personne.'
  return shell('Mes messages', { kind: 'conversations', heading: 'Mes messages', empty, groups: [{ lines }] })
}

/** Conversations alone: broadcasts are among the news of whom one follows. */
async function listCorrespondence(deps: Dependencies, userId: number): Promise<Correspondence[]> {
  const entries = await listResidentDiscussions(deps, userId)
  return entries.flatMap((entry) => (entry.uuid === null ? [] : { ...entry, uuid: entry.uuid }))
}

export async function conversation({ deps, resident, now, address }: AskedByResident, id: string): Promise<PageRead> {
  const entry = resident && (await listCorrespondence(deps, resident.userId)).find(({ uuid }) => uuid === id)
  if (!resident || !entry) return onAnotherDevice()
  const before = readId(address.query.get('avant') ?? '')
  const rows = await readMessages(deps, {
    userId: resident.userId,
    discussionId: id,
    way: undefined,
    messageId: before,
    asResident: true,
  })
  const business = await findBusiness(deps.db, entry.companyId)
  const content = {
    kind: 'conversation' as const,
    now: now.epochMilliseconds,
    conversation: entry,
    company: { href: business ? businessPath(business) : '/mes-messages', name: entry.label },
    awaiting: awaitingText(await findExchange(deps.db, { discussionId: id }), entry.label),
    messages: rows.toReversed(),
    earlier: rows.length === conversationPage.length ? `/mes-messages/${id}?avant=${rows.at(-1)?.id}` : null,
    later: before ? `/mes-messages/${id}` : null,
  }
  const town = business && townLink(onResidentHost, business)
  return shell(`Messages avec ${entry.label}`, content, town)
}

type Reporting = Partial<Extract<PrivateContent, { kind: 'report' }>>

/** The form that reports something, with the address it came from and what was typed. */
export function reportForm({ deps: { config }, base }: Pick<PageAsked, 'deps' | 'base'>, typed: Reporting): PageAnswer {
  const reasons = Object.entries(reportReasons).map(([value, label]) => ({ value, label }))
  const content = { kind: 'report' as const, address: '', text: '', ...typed, reasons }
  if (base.host === 'portal') return shell('Signaler — Parvis Pro', content)
  return shell('Signaler', content, { canonical: `${residentHome(config)}/signaler` })
}

/** A form of the portal without script: 303 to the follow-up page, or the form again with what was typed and why it was refused. */
export async function receiveReport(deps: Dependencies, base: SiteBase, request: FastifyRequest): Promise<PageRead> {
  const fields = receivedBody(request).fields as Record<string, string>
  try {
    const code = await keepTyped(deps, fields, request.ip)
    return redirect(303, `${residentHome(deps.config)}/signalement/${code}`, caching.never)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { address = '', text = '', reason = '', name = '', email = '', goodFaith } = fields
    const typed = { address, text, reason, name, email, goodFaith: goodFaith === '1' }
    const status = statusOfKind[refusals[error.key].kind]
    return { ...reportForm({ deps, base }, { ...typed, error: sentenceOf(error) }), status }
  }
}

async function keepTyped(deps: Dependencies, fields: object, ip: string): Promise<string> {
  const typed = siteReportsContract.reportOnSite.body.safeParse(fields)
  if (typed.success) return (await fileReport(deps, typed.data, { ip, userId: undefined })).code
  const name = String(typed.error.issues[0]?.path[0] ?? 'address')
  throw refusal('request.validation', { fields: { [name]: 'report_form_error' } })
}

/** Follow-up page of a report, for anybody with its code: the residents' host shows it where there is one. */
export async function reported({ deps, base, now }: AskedByResident, code: string): Promise<PageRead> {
  const { residentUrl } = deps.config
  if (base.host === 'portal' && residentUrl) return redirect(302, `${residentUrl}/signalement/${code}`, caching.never)
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
