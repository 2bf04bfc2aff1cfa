import { secondProofContract } from '@parvis/domain/access/second-proof.contract'
import type { FastifyInstance } from 'fastify'
import { addressNetworks } from '../../admission/networks.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { withBrowserMark } from './access.routes.ts'
import { changePhone } from './change-phone.ts'
import { sendMailCode } from './mail-codes.ts'
import {
  addPasskey,
  askCreation,
  askPasskey,
  listPasskeys,
  passkeySession,
  proveSession,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
import { proveTicket, sendCodeOfTicket, takeNumber } from './refused-sign-in.ts'
import { signInClient } from './sign-in-client.ts'

export function secondProofRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db } = deps
  bindContract(app, deps, secondProofContract, {
    sendProofOfTicket: async ({ body }) => await sendCodeOfTicket(deps, body.ticket),
    proveTicket: async ({ body, request, reply }) =>
      withBrowserMark(reply, await proveTicket(deps, { ...body, ...signInClient(request) })),
    takeNumber: async ({ body, request, reply }) =>
      withBrowserMark(reply, await takeNumber(deps, { ...body, ...signInClient(request) })),
    passkeyOptions: async ({ request }) => await askPasskey(deps, addressNetworks(request.ip)),
    passkeySession: async ({ body, request, reply }) =>
      withBrowserMark(reply, await passkeySession(deps, { ...body, ...signInClient(request, body.app_id) })),
    sendProof: async ({ actor }) => await sendMailCode(deps, actor.userId),
    proveSession: async ({ actor, body }) => await proveSession(deps, actor, body),
    listPasskeys: async ({ actor }) => await listPasskeys(db, actor),
    passkeyCreationOptions: async ({ actor }) => await askCreation(deps, actor),
    addPasskey: async ({ actor, body, request }) =>
      await addPasskey(deps, actor, { ...body, device: signInClient(request).device }),
    renamePasskey: async ({ actor, params, body, request }) =>
      await renamePasskey(deps, actor, { ...params, ...body, device: signInClient(request).device }),
    removePasskey: async ({ actor, params }) => await removePasskey(deps, actor, params.id),
    changePhone: async ({ actor, body, request }) =>
      await changePhone(deps, actor, { ...body, ...signInClient(request) }),
  })
}
