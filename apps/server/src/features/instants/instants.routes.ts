import { bookingsContract } from '@parvis/domain/bookings/bookings.contract'
import { instantsContract } from '@parvis/domain/instants/instants.contract'
import { reachContract } from '@parvis/domain/residents/reach.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { sendCsv } from '../../http/send-csv.ts'
import { reachOf } from '../notifications/index.ts'
import { addPerson, exportPeople, readBookings, removePerson, saveBookings, sayCame } from './booking-desk.ts'
import { changeState } from './change-state.ts'
import { copyInstant } from './copy-instant.ts'
import { selectCompanyInstants, selectOwnedTravelling } from './instants.queries.ts'
import { createInstant, deleteInstant, pauseInstant, saveSchedule, saveWholeInstant } from './save-instant.ts'
import { listInstants, readOwnInstant } from './server-instant.ts'
import { readSocialPage, writeSocialPage } from './social-page.ts'
import { toldOccurrence } from './told-occurrence.ts'
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
    pauseInstant: async ({ actor, params, body }) => await pauseInstant(deps, actor.userId, params.id, body.paused),
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
      pauseInstant: find,
      changeState: find,
      copyInstant: find,
    },
    prefetch: {
      listInstants: ({ params }) => ({ statement: selectCompanyInstants, values: params }),
      readInstant: ({ params: { id: instantId } }) => ({ statement: selectOwnedTravelling, values: { instantId } }),
    },
  })
  bindBookings(app, deps)
  bindContract(app, deps, reachContract, {
    readReach: async ({ company, query }) =>
      await reachOf(db, company.id, { ...query, ...(await toldOccurrence(db, query.instantId)) }),
  })
}

function bindBookings(app: FastifyInstance, deps: Dependencies): void {
  const handlers: Handlers<typeof bookingsContract> = {
    readBookings: async ({ actor, params, query }) => await readBookings(deps, atList(actor, params), query.date),
    saveBookings: async ({ actor, params, body }) => await saveBookings(deps, atList(actor, params), body),
    addPerson: async ({ actor, params, body }) => await addPerson(deps, atList(actor, params), body),
    removePerson: async ({ actor, params, body }) =>
      await removePerson(deps, atList(actor, params), params.bookingId, body.reason),
    markCame: async ({ actor, params, body }) => await sayCame(deps, atList(actor, params), body),
    exportPeople: async ({ actor, params, query, reply }) =>
      await sendCsv(reply, await exportPeople(deps, atList(actor, params), query.date)),
  }
  const find = async ({ actor, params }: { actor: { userId: number }; params: { id: number } }) =>
    await readBookings(deps, atList(actor, params))
  bindContract(app, deps, bookingsContract, handlers, {
    find: { saveBookings: find, addPerson: find, removePerson: find, markCame: find },
  })
}

const atList = ({ userId }: { userId: number }, { id: instantId }: { id: number }) => ({ userId, instantId })
