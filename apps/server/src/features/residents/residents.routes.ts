import { residentsContract } from '@parvis/domain/residents/residents.contract'
import { transaction } from '@parvis/postgres'
import type { FastifyInstance } from 'fastify'
import { selectNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers, type Prefetch } from '../../http/bind-contract.ts'
import { lockCaller } from '../../http/resident-door.queries.ts'
import { selectPublicProfile } from '../company/index.ts'
import { changeFollow } from './change-follow.ts'
import { listPublicCompanies, readPublicCompany } from './read-public-profile.ts'
import { deleteDevice, saveDevice } from './residents.queries.ts'

const prefetch: Prefetch<typeof residentsContract> = {
  listPublicCompanies: () => ({ statement: selectNow, values: {} }),
  readPublicCompany: ({ params }) => ({ statement: selectPublicProfile, values: params }),
}

export function residentsRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db } = deps
  const follow = async (userId: number, companyId: string, follows: boolean) => {
    const { followersCount } = await changeFollow(deps, { userId, companyId, follows })
    return { followersCount }
  }
  const handlers: Handlers<typeof residentsContract> = {
    listPublicCompanies: async ({ actor, query }) => await listPublicCompanies(deps, query, actor?.userId),
    readPublicCompany: async ({ actor, params, query }) =>
      await readPublicCompany(deps, { ...params, ...query }, actor?.userId),
    follow: async ({ actor, params }) => await follow(actor.userId, params.id, true),
    unfollow: async ({ actor, params }) => await follow(actor.userId, params.id, false),
    addDevice: async ({ actor, body }) =>
      await transaction(db, async (tx) => {
        await lockCaller(tx, actor.userId)
        await saveDevice(tx, { userId: actor.userId, ...body })
      }),
    removeDevice: async ({ actor, body }) => await transaction(db, (tx) => deleteDevice(tx, actor.userId, body.token)),
  }
  bindContract(app, deps, residentsContract, handlers, { prefetch })
}
