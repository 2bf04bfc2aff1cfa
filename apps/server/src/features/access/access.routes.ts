import { accessContract } from '@parvis/domain/access/access.contract'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { deleteSession, listSessions, readWho } from './access.queries.ts'
import type { StartedSession } from './begin-session.ts'
import { sendActivationCode } from './send-activation-code.ts'
import { browserCookie, signInClient } from './sign-in-client.ts'
import { startSession } from './start-session.ts'
import { updateProfile } from './update-profile.ts'

export function accessRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db } = deps
  bindContract(app, deps, accessContract, {
    sendActivationCode: async ({ body, request }) =>
      await sendActivationCode(deps, { ...body, ...signInClient(request) }),
    startSession: async ({ body, request, reply }) =>
      withBrowserMark(reply, await startSession(deps, { ...body, ...signInClient(request, body.app_id) })),
    logout: async ({ actor }) => {
      await transaction(db, (tx) => deleteSession(tx, actor.userId, actor.sessionId))
    },
    readSession: async ({ actor }) => await readWho(db, actor),
    listSessions: async ({ actor }) =>
      (await listSessions(db, actor.userId)).map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        createdAt: writeParisIso(createdAt),
        lastSeenAt: writeParisIso(lastSeenAt),
        current: session.id === actor.sessionId,
      })),
    endSession: async ({ actor, params }) => {
      const ended = await transaction(db, (tx) => deleteSession(tx, actor.userId, params.id))
      if (!ended) throw refusal('request.not_found')
      return { id: params.id }
    },
    updateProfile: async ({ actor, body }) => {
      const phone = body.phone_number ?? body.phone ?? body.phoneNumber ?? body['phone number']
      return await updateProfile(deps, actor, { ...body, phone, gender: body.gender })
    },
  })
}

/** Answers a session that was opened, and makes the browser known to its account. */
export function withBrowserMark(reply: FastifyReply, { browserMark, ...started }: StartedSession) {
  reply.header('set-cookie', browserCookie(browserMark))
  return started
}
