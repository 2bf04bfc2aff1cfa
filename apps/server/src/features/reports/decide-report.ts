import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import type { NoticeFact } from '@parvis/domain/notices/notices'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { allowedDecisions, type ReportDecision } from '@parvis/domain/reports/report'
import { transaction } from '@parvis/postgres'
import { audit, audited } from '../../audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCompany } from '../company/index.ts'
import { retireService } from '../municipality/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { changeDiscussionBlock, changeSuspension, readReason } from '../operator/index.ts'
import {
  disableCode,
  emptyMessage,
  lockReport,
  pauseReported,
  type ReportRow,
  saveReportDecision,
} from './reports.queries.ts'

export type Deciding = { id: number; decision: ReportDecision; reason?: string | undefined }

/**
 * Decides a report once, with a reason, and does what it says in the same transaction: the instant is paused, the message
 * emptied, the service hidden, the code no longer counted, the conversation closed, the business stopped, its author
 * told. 404 for an unknown or decided report, 400 without a reason or for a decision that the thing does not allow.
 */
export async function decideReport({ db }: Dependencies, userId: number, { id, decision, reason: typed }: Deciding) {
  const grounds = readReason(typed)
  const by = `user:${userId}`
  return await transaction(db, async (tx) => {
    const report = await lockReport(tx, id)
    if (!report || report.state === 'decided') throw refusal('request.not_found')
    if (!allowedDecisions(report.kind, report.companyId !== null).includes(decision))
      refuseFields({ decision: 'invalid' })
    await effects[decision](tx, report, { grounds, by })
    await saveReportDecision(tx, id, { decision, grounds, by })
    const details = { decision, reason: grounds, kind: report.kind, target: report.targetId }
    const object = report.companyId ? `company:${report.companyId}` : `report:${id}`
    await audit(tx, { actor: by, action: 'report.decide', object, details: { report: id, ...details } })
    if (report.companyId) await notifyCompany(tx, report.companyId)
    return { id, state: 'decided' as const, decision }
  })
}

type Decided = { grounds: string; by: string }

const effects: Record<ReportDecision, (tx: Transaction, report: ReportRow, decided: Decided) => Promise<void>> = {
  none: async () => undefined,
  remove: async (tx, report, decided) => {
    const fact = await removal[report.kind]?.(tx, report, decided)
    if (fact) await notifyAuthor(tx, report, { ...fact, grounds: decided.grounds })
  },
  block: async (tx, report, { grounds, by }) => {
    const [discussionId = ''] = report.targetId?.split('/') ?? []
    await changeDiscussionBlock(tx, discussionId, { on: true, reason: grounds, by })
    const path = `/messages?conversation=${discussionId}`
    await notifyAuthor(tx, report, { sentence: noticeTexts.closed, path, grounds })
  },
  suspend: async (tx, { companyId }, { grounds, by }) => {
    await changeSuspension(tx, companyId ?? '', { on: true, reason: grounds, by })
  },
}

/** The business reads what was done, why, and how to contest it; suspensions tell it themselves. */
async function notifyAuthor(tx: Transaction, { id, companyId }: ReportRow, fact: NoticeFact): Promise<void> {
  if (companyId) await notifyOfFact(tx, { companyId, kind: 'plan', event: `report-${id}`, fact })
}

const removedWords = 'Message retiré par l’équipe de Parvis.'

type Removal = (tx: Transaction, report: ReportRow, decided: Decided) => Promise<NoticeFact | undefined>

/**
 * Effect of each decision; returns what its business is told, undefined when nothing was left to do or a resident wrote the
 * thing.
 */
const removal: Partial<Record<ReportRow['kind'], Removal>> = {
  instant: async (tx, { id: report, targetId }, { by }) => {
    const id = Number(targetId)
    const paused = await audited(
      tx,
      { table: 'instants', id },
      () => pauseReported(tx, id),
      () => ({ actor: by, action: 'instant.pause', object: `instant:${id}`, details: { report } }),
    )
    if (!paused) return undefined
    await notifyCompany(tx, paused.companyId, { topic: 'instant', id })
    return { sentence: noticeTexts.removed.instant, path: '/instants' }
  },
  message: async (tx, { targetId }) => {
    const [discussionId = '', messageId] = targetId?.split('/') ?? []
    const emptied = await emptyMessage(tx, { discussionId, messageId: Number(messageId), words: removedWords })
    if (!emptied) return undefined
    await notifyCompany(tx, emptied.companyId, { topic: 'discussion', id: discussionId }, emptied.residentId)
    const path = `/messages?conversation=${discussionId}`
    return emptied.isFromCompany ? { sentence: noticeTexts.removed.message, path } : undefined
  },
  service: async (tx, { companyId, targetId }) => {
    if (!companyId) return undefined
    await lockCompany(tx, companyId)
    if (!(await retireService(tx, companyId, Number(targetId)))) return undefined
    await notifyCompany(tx, companyId, { topic: 'service', id: companyId })
    return { sentence: noticeTexts.removed.service, path: '/services' }
  },
  code: async (tx, { targetId }) => {
    await disableCode(tx, targetId ?? '')
    return { sentence: noticeTexts.removed.code, path: '/affiches' }
  },
}
