import { actsContract } from '@parvis/domain/acts/acts.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { postAct } from './post-act.ts'
import { readActs } from './read-acts.ts'
import { withdrawAct } from './withdraw-act.ts'

export function actsRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, actsContract, {
    listActs: async ({ company, query }) => await readActs(deps, company.id, query.before),
    postAct: async ({ company, actor, body: { namesPeople, ...typed }, files }) =>
      await postAct(deps, { companyId: company.id, userId: actor.userId, typed, namesPeople, file: files[0] }),
    withdrawAct: async ({ actor, params, body }) =>
      await withdrawAct(deps, { actId: params.id, userId: actor.userId, reason: body.reason ?? '' }),
  })
}
