import { noticesContract } from '@parvis/domain/notices/notices.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import {
  addPushTarget,
  chooseNotices,
  chooseSound,
  readNotifications,
  removePushTarget,
  testPushTarget,
} from './choices.ts'
import { followClick, showClick } from './mail-clicks.ts'

export function noticesRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, noticesContract, {
    readNotifications: async ({ actor }) => await readNotifications(deps, actor),
    chooseSound: async ({ actor, body }) => await chooseSound(deps, actor.userId, body.sound),
    chooseNotices: async ({ actor, company, body }) => await chooseNotices(deps, actor.userId, company, body),
    addPushTarget: async ({ actor, body, request }) =>
      await addPushTarget(deps, actor, body, request.headers['user-agent']),
    removePushTarget: async ({ actor, body }) => await removePushTarget(deps, actor.userId, body.endpoint),
    testPushTarget: async ({ actor, body }) => await testPushTarget(deps, actor.userId, body.endpoint),
    showUnsubscribe: async ({ query, reply }) => await showClick(deps, 'unsubscribe', { ...query, reply }),
    unsubscribe: async ({ query, body, reply }) =>
      await followClick(deps, 'unsubscribe', { ...query, reply, isPage: body?.page === '1' }),
    showNotMine: async ({ query, reply }) => await showClick(deps, 'not-mine', { ...query, reply }),
    refuseAddress: async ({ query, body, reply }) =>
      await followClick(deps, 'not-mine', { ...query, reply, isPage: body?.page === '1' }),
    showConfirm: async ({ query, reply }) => await showClick(deps, 'confirm', { ...query, reply }),
    confirmAddress: async ({ query, body, reply }) =>
      await followClick(deps, 'confirm', { ...query, reply, isPage: body?.page === '1' }),
  })
}
