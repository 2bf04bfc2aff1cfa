import { instantsContract } from '@parvis/domain/instants/instants.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { changeState } from './change-state.ts'
import { copyInstant } from './copy-instant.ts'
import { selectCompanyInstants, selectOwnedTravelling } from './instants.queries.ts'
import { createInstant, deleteInstant, saveSchedule, saveWholeInstant } from './save-instant.ts'
import { listInstants, readOwnInstant } from './server-instant.ts'
import { readSocialPage, writeSocialPage } from './social-page.ts'
import { addActivationTime, updateInstant } from './update-instant.ts'

export function instantsRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, config } = deps
  const handlers: Handlers<typeof instantsContract> = {
    listInstants: async ({ company }) => await listInstants(db, config, company.id),
    readInstant: async ({ actor, params }) => await readOwnInstant(db, config, actor.userId, params.id),
    createInstant: async ({ company, body, files }) => await createInstant(deps, company.id, body, files),
    saveInstant: async ({ actor, params, body, files }) =>
      await saveWholeInstant(deps, actor.userId, params.id, body, files),
    addActivationTime: async ({ actor, params, body }) => await addActivationTime(deps, actor.userId, params.id, body),
    updateInstant: async ({ actor, params, body, files }) =>
      await updateInstant(deps, actor.userId, params.id, body, files),
    saveSchedule: async ({ actor, params, body }) => await saveSchedule(deps, actor.userId, params.id, body),
    changeState: async ({ actor, params, body }) => await changeState(deps, actor.userId, params.id, body),
    copyInstant: async ({ actor, params, body }) => await copyInstant(deps, actor.userId, params.id, body),
    deleteInstant: async ({ actor, params }) => await deleteInstant(deps, actor.userId, params.id),
    readSocialPage: async ({ company, query }) => await readSocialPage(deps, company.id, query.type),
    writeSocialPage: async ({ company, body }) => await writeSocialPage(deps, company.id, body),
  }
  const find = async ({ actor, params }: { actor: { userId: number }; params: { id: number } }) =>
    await readOwnInstant(db, config, actor.userId, params.id)
  bindContract(app, deps, instantsContract, handlers, {
    find: {
      saveInstant: find,
      addActivationTime: find,
      updateInstant: find,
      saveSchedule: find,
      changeState: find,
      copyInstant: find,
    },
    ahead: {
      listInstants: ({ params }) => ({ statement: selectCompanyInstants, values: params }),
      readInstant: ({ params: { id: instantId } }) => ({ statement: selectOwnedTravelling, values: { instantId } }),
    },
  })
}
