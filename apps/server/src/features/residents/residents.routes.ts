import { residentsContract } from '@parvis/domain/residents/residents.contract'
import type { FastifyInstance } from 'fastify'
import { selectNow } from '../../db/clock.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers, type Reads } from '../../http/bind-contract.ts'
import type { InOne } from '../../http/write-in-one.ts'
import { selectPublicProfile } from '../company/index.ts'
import { changeFollow, followWrite, tellFollow } from './change-follow.ts'
import { listPublicCompanies, readPublicCompany } from './read-public-profile.ts'
import { deleteDevice, type FollowChanged, saveDevice } from './residents.queries.ts'

const ahead: Reads<typeof residentsContract> = {
  listPublicCompanies: () => ({ statement: selectNow, values: {} }),
  readPublicCompany: ({ params }) => ({ statement: selectPublicProfile, values: params }),
}

export function residentsRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db } = deps
  const handlers: Handlers<typeof residentsContract> = {
    listPublicCompanies: async ({ actor, query }) => await listPublicCompanies(deps, query, actor?.userId),
    readPublicCompany: async ({ actor, params, query }) =>
      await readPublicCompany(deps, { ...params, ...query }, actor?.userId),
    follow: async ({ actor, params }) =>
      await changeFollow(deps, { userId: actor.userId, companyId: params.id, follows: true }),
    unfollow: async ({ actor, params }) =>
      await changeFollow(deps, { userId: actor.userId, companyId: params.id, follows: false }),
    addDevice: async ({ actor, body }) => {
      await transaction(db, (tx) => saveDevice(tx, { userId: actor.userId, ...body }))
      return {}
    },
    removeDevice: async ({ actor, body }) => {
      await transaction(db, (tx) => deleteDevice(tx, actor.userId, body.token))
      return {}
    },
  }
  const followInOne = (follows: boolean): InOne<(typeof residentsContract)['follow' | 'unfollow']> => ({
    ask: ({ params }) => followWrite({ companyId: params.id, follows }),
    tell: async ({ hasChanged }: FollowChanged, { actor, params }) => {
      if (hasChanged) await tellFollow(db, { userId: actor.userId, companyId: params.id })
    },
    answer: ({ followersCount }: FollowChanged) => ({ followersCount }),
  })
  const inOne = { follow: followInOne(true), unfollow: followInOne(false) }
  bindContract(app, deps, residentsContract, handlers, { ahead, inOne })
}
