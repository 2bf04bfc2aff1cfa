import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { allowedDecisions, isReportLate, type ReportReason, reportReasonCodes } from '@parvis/domain/reports/report'
import { reportsContract, siteReportsContract } from '@parvis/domain/reports/reports.contract'
import type { FastifyInstance } from 'fastify'
import type { Temporal } from 'temporal-polyfill'
import { readNow, toInstant } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { decideReport } from './decide-report.ts'
import { fileReport, keepReport } from './file-report.ts'
import { findReport, findSeenTalk, listReportRows, type ReportOfDesk, type ReportRow } from './reports.queries.ts'

/** Reports from the portal and from a conversation, and the operator's desk; those of the site are `siteReportsRoutes`. */
export function reportsRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, reportsContract, {
    reportOnPortal: async ({ body, request }) => await fileReport(deps, body, { ip: request.ip, userId: undefined }),
    reportConversation: async ({ actor, params, body }) =>
      await reportConversation(deps, { userId: actor.userId, discussionId: params.id, said: body.reason ?? '' }),
    listReports: async ({ query }) => {
      const now = await readNow(deps.db)
      return (await listReportRows(deps.db, query.state, query.after)).map((row) => presentForDesk(row, now))
    },
    decideReport: async ({ actor, params, body }) => await decideReport(deps, actor.userId, { id: params.id, ...body }),
  })
}

/** The residents' door to reports: bound where the forms of the site are read (residents.md section 9). */
export function siteReportsRoutes(scope: FastifyInstance, deps: Dependencies): void {
  bindContract(scope, deps, siteReportsContract, {
    reportOnSite: async ({ actor, body, request }) =>
      await fileReport(deps, body, { ip: request.ip, userId: actor?.userId }),
    followReport: async ({ params }) => {
      const report = await findReport(deps.db, params.code)
      if (!report) throw refusal('request.not_found')
      return presentFollowed(report)
    },
  })
}

type Reporting = { userId: number; discussionId: string; said: string }

/** The reason may be one of the list or the business's own words. */
async function reportConversation(deps: Dependencies, { userId, discussionId, said }: Reporting) {
  const { db, config } = deps
  const target = await findSeenTalk(db, discussionId, { userId, side: 'company' })
  if (!target) throw refusal('messages.discussion_not_found')
  const known = reportReasonCodes.find((code) => code === said)
  const reason: ReportReason = known ?? 'other'
  const address = `${config.publicUrl}/messages?conversation=${discussionId}`
  const typed = { address, reason, text: known ? '' : said.slice(0, 5_000), name: '', email: '', goodFaith: true }
  return await keepReport(deps, typed, target)
}

function presentFollowed(report: ReportRow) {
  return {
    state: report.state,
    receivedAt: writeParisIso(report.receivedAt),
    decidedAt: report.decidedAt && writeParisIso(report.decidedAt),
    decision: report.decision,
    grounds: report.grounds,
  }
}

function presentForDesk(row: ReportOfDesk, now: Temporal.Instant) {
  const { id, code, reason, text, address, kind, seen, companyId } = row
  return {
    id,
    code,
    reason,
    text,
    address,
    kind,
    seen,
    author:
      companyId === null
        ? null
        : {
            companyId,
            name: row.companyName ?? '',
            suspended: row.isSuspended,
            reports: row.authorReports,
            upheld: row.authorUpheld,
          },
    reporter: { name: row.name, email: row.email, reports: row.reporterReports, upheld: row.reporterUpheld },
    late: row.state === 'received' && isReportLate({ reason, receivedAt: toInstant(row.receivedAt) }, now),
    allowed: allowedDecisions(kind, companyId !== null),
    ...presentFollowed(row),
  }
}
