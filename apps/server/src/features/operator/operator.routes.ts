import { contradictsType } from '@parvis/domain/kernel/business-type'
import type { Query } from '@parvis/domain/kernel/contract'
import { readId } from '@parvis/domain/kernel/ids'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { operatorContract } from '@parvis/domain/operator/operator.contract'
import { refuseFields } from '@parvis/domain/refusals'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { countJobs } from '../../jobs/queue.queries.ts'
import { readMobile } from '../access/index.ts'
import { countPushes } from '../notifications/index.ts'
import { blockDiscussion, blockPhone, readPhoneState } from './block-phone.ts'
import {
  countOpenPayments,
  countReports,
  listAuditLines,
  listBlockedDiscussions,
  listBlockedPhones,
  listIdentities,
  listSuspendedCompanies,
} from './desk.queries.ts'
import { decideIdentity, viewIdentityDocument } from './identity-documents.ts'
import { suspendCompany } from './suspend-company.ts'

export function operatorRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db } = deps
  bindContract(app, deps, operatorContract, {
    listIdentities: async ({ query }) => (await listIdentities(db, query.status, query.after)).map(presentIdentity),
    viewIdentityDocument: async ({ actor, params, body, reply }) =>
      await viewIdentityDocument(deps, actor.userId, { id: params.id, reason: body.reason }, reply),
    decideIdentity: async ({ actor, params, body }) => await decideIdentity(deps, actor.userId, params.companyId, body),
    readPhone: async ({ body }) => await readPhoneState(db, readMobile(body.phone)),
    blockPhone: async ({ actor, body }) => await blockPhone(deps, actor.userId, body),
    blockDiscussion: async ({ actor, params, body }) =>
      await blockDiscussion(deps, actor.userId, { id: params.id, ...body }),
    suspendCompany: async ({ actor, params, body }) => await suspendCompany(deps, actor.userId, params.companyId, body),
    listBlocked: async () => ({
      phones: await listBlockedPhones(db),
      discussions: await listBlockedDiscussions(db),
      companies: (await listSuspendedCompanies(db)).map(({ since, ...company }) => ({
        ...company,
        since: writeParisIso(since),
      })),
    }),
    listAudit: async ({ query }) => await listAudit(deps, query),
    readWork: async () => ({
      ...(await countJobs(db)),
      pushes: await countPushes(db),
      openPayments: await countOpenPayments(db),
      reports: await countReports(db),
    }),
  })
}

function presentIdentity(identity: Awaited<ReturnType<typeof listIdentities>>[number]) {
  const documents = identity.documents.map((document) => ({
    ...document,
    sentAt: writeParisIso(new Date(document.sentAt)),
  }))
  return { ...identity, contradictsType: contradictsType(identity.type, identity.legalCategory), documents }
}

/** The audit trail, newest first; `before` is the last line already shown. */
async function listAudit({ db }: Dependencies, { before: typed, ...filter }: Query<typeof operatorContract.listAudit>) {
  const before = typed ? readId(typed) : undefined
  if (typed && before === undefined) refuseFields({ before: 'invalid' })
  const lines = await listAuditLines(db, { ...filter, before })
  return lines.map((line) => ({ ...line, at: writeParisIso(line.at) }))
}
