import { bookingClicksContract, siteBookingsContract } from '@parvis/domain/bookings/site-bookings.contract'
import { refusal } from '@parvis/domain/refusals'
import { choicesContract } from '@parvis/domain/site/choices.contract'
import { codesContract } from '@parvis/domain/site/codes.contract'
import { siteContract } from '@parvis/domain/site/site.contract'
import { siteActsContract } from '@parvis/domain/site/site-acts.contract'
import { transaction } from '@parvis/postgres'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressNetworks } from '../../../admission/networks.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { bindContract, type Handlers } from '../../../http/bind-contract.ts'
import { countAgainstNetworks } from '../../../http/limits.ts'
import { makeChallenge } from '../../../http/proof-of-work.ts'
import { AlertReads } from '../../alerts/index.ts'
import { changeBlock, listResidentDiscussions, messageLimit, readMessages } from '../../messages/index.ts'
import { pickupSlots } from '../../orders/index.ts'
import { siteReportsRoutes } from '../../reports/index.ts'
import { searchTowns } from '../../towns/index.ts'
import { addCode, presentCodes, updateCode } from '../codes.ts'
import { addPush, addTransfer, claimTransfer, countAct, readNews } from './attention-calls.ts'
import {
  acceptBooking,
  bookFromSite,
  bookingChanges,
  listSiteBookings,
  readSeats,
  readSiteBooking,
  withdrawBooking,
} from './booking.ts'
import { followBookingClick, showBookingClick } from './booking-clicks.ts'
import { eraseMe } from './erase-me.ts'
import { exportMe } from './export-me.ts'
import { registerForms } from './form-answers.ts'
import { changeLetter, endLetter, followFromSite } from './letter.ts'
import {
  acceptSiteOrder,
  changeSiteOrder,
  listSiteOrders,
  orderFromSite,
  readSiteOrder,
  withdrawAsResident,
} from './order.ts'
import { confirmPhone, removePhone } from './phone.ts'
import { meAhead, readMe, updateMe, updateSettings } from './read-me.ts'
import { deletePush, deleteResidentDevice } from './residents.queries.ts'
import { SiteEvents } from './site-events.ts'
import type { Newcomer } from './strangers.ts'
import { eraseConversation, replyToCompany, writeToCompany } from './talk.ts'

const maxTowns = 8
/** Suggestions are asked at each letter typed. */
const townSearches = { name: 'site-towns', max: 120, seconds: 60 }

/** The residents' door to the API (residents.md section 9). */
export function siteCallsRoutes(app: FastifyInstance, deps: Dependencies): void {
  app.register(async (scope) => {
    registerForms(scope, deps)
    bindOwn(scope, deps)
    bindActs(scope, deps)
    bindContract(scope, deps, choicesContract, {
      updateSettings: async ({ actor, body }) => await updateSettings(deps, actor.userId, body),
      changeLetter: async ({ actor, body, request }) =>
        await changeLetter(deps, { userId: actor.userId, networks: addressNetworks(request.ip), ...body }),
      endLetter: async ({ actor }) => await endLetter(deps, actor.userId),
    })
    bindBookings(scope, deps)
    siteReportsRoutes(scope, deps)
  })
  bindContract(app, deps, bookingClicksContract, {
    showBookingClick: async ({ query, reply }) => await showBookingClick(deps, { ...query, reply }),
    followBookingClick: async ({ query, body, reply }) =>
      await followBookingClick(deps, { ...query, reply, act: body.act, isPage: body.page === '1' }),
  })
  bindContract(app, deps, codesContract, {
    listCodes: async ({ company }) => await presentCodes(deps, company.id),
    addCode: async ({ company, body }) => await addCode(deps, company.id, body),
    updateCode: async ({ company, params, body }) => await updateCode(deps, company.id, params.code, body),
  })
}

function bindOwn(scope: FastifyInstance, deps: Dependencies): void {
  const { db } = deps
  const events = new SiteEvents(deps)
  const reads = new AlertReads(deps)
  scope.addHook('onClose', async () => await reads.stop())
  scope.addHook('preClose', async () => events.close())
  const handlers: Handlers<typeof siteContract> = {
    readMe: async ({ actor, query }) => await readMe(deps, actor, query.endpoint),
    updateMe: async ({ actor, body }) => await updateMe(deps, actor, body),
    follow: async ({ actor, params, body, request }) =>
      await followFromSite(deps, { ...newcomerOf(actor, params, body, request), ...body }),
    addPush: async ({ actor, body }) => await addPush(deps, actor, body),
    removePush: async ({ actor, body }) => await transaction(db, (tx) => deletePush(tx, actor.userId, body.endpoint)),
    readNews: async ({ actor, query }) => await readNews(deps, actor.userId, query.before),
    addTransfer: async ({ actor }) => await addTransfer(deps, actor.userId),
    claimTransfer: async ({ actor, body, request, reply }) =>
      await claimTransfer(deps, actor?.userId, body.code, { request, reply }),
    confirmPhone: async ({ actor, body, request }) => await confirmPhone(deps, actor.userId, body, request),
    removePhone: async ({ actor }) => await removePhone(deps, actor.userId),
    removeDevice: async ({ actor, params }) => {
      const removed = await transaction(db, (tx) => deleteResidentDevice(tx, actor.userId, params.id))
      if (!removed) throw refusal('request.not_found')
    },
    exportMe: async ({ actor, reply }) => await exportMe(deps, actor, reply),
    eraseMe: async ({ actor, body, reply }) => await eraseMe(deps, actor.userId, body.withdrawOrders === true, reply),
    streamSiteEvents: async ({ actor, reply }) => events.open(actor, reply),
    readChallenge: async () => await makeChallenge(db, deps.config),
    count: async ({ body, request }) =>
      body.act === 'alert_view' ? reads.count(body.alertId, request.ip) : await countAct(deps, body, request),
    searchTowns: async ({ query, request }) => {
      await countAgainstNetworks(db, deps.config, townSearches, addressNetworks(request.ip))
      return searchTowns(query.q ?? '', maxTowns).map(({ name, slug, zip, departmentName: department }) => {
        return { name, slug, zip, department }
      })
    },
  }
  bindContract(scope, deps, siteContract, handlers, { prefetch: { readMe: ({ query }) => meAhead(query.endpoint) } })
}

function bindActs(scope: FastifyInstance, deps: Dependencies): void {
  const handlers: Handlers<typeof siteActsContract> = {
    listSiteConversations: async ({ actor }) => await listResidentDiscussions(deps, actor.userId),
    readSiteConversation: async ({ actor, params, query }) =>
      await readMessages(deps, {
        userId: actor.userId,
        discussionId: params.id,
        way: query.selection_way,
        messageId: query.message_id,
        asResident: true,
      }),
    writeToCompany: async ({ actor, params, body, request }) =>
      await writeToCompany(deps, {
        ...newcomerOf(actor, params, body, request),
        text: body.message,
        firstName: body.firstName,
      }),
    replyToCompany: async ({ actor, params, body, files }) =>
      await replyToCompany(deps, { userId: actor.userId, discussionId: params.id, text: body.message, files }),
    blockSiteConversation: async (call) => await changeBlock(deps, call, { side: 'resident', blocked: true }),
    unblockSiteConversation: async (call) => await changeBlock(deps, call, { side: 'resident', blocked: false }),
    deleteSiteConversation: async ({ actor, params }) => await eraseConversation(deps, actor.userId, params.id),
    listPickupSlots: async ({ params, query }) => await pickupSlots(deps, params.id, query.days),
    placeSiteOrder: async ({ actor, params, body, files, request }) => {
      const { firstName, day, ...typed } = body
      return await orderFromSite(deps, { ...newcomerOf(actor, params, body, request), firstName, day, typed, files })
    },
    listSiteOrders: async ({ actor }) => await listSiteOrders(deps, actor.userId),
    readSiteOrder: async ({ actor, params }) => await readSiteOrder(deps, actor.userId, params.id),
    changeSiteOrder: async ({ actor, params, body }) => await changeSiteOrder(deps, actor.userId, params.id, body),
    acceptSiteOrder: async ({ actor, params, body }) =>
      await acceptSiteOrder(deps, actor.userId, params.id, body.proposalId),
    withdrawOrder: async ({ actor, params }) => await withdrawAsResident(deps, actor.userId, params.id),
  }
  const limits = { writeToCompany: [messageLimit], replyToCompany: [messageLimit], placeSiteOrder: [messageLimit] }
  bindContract(scope, deps, siteActsContract, handlers, { limits })
}

function bindBookings(scope: FastifyInstance, deps: Dependencies): void {
  const handlers: Handlers<typeof siteBookingsContract> = {
    readSeats: async ({ actor, params }) => await readSeats(deps, params.id, actor?.userId),
    bookSeats: async ({ actor, params, body, request }) =>
      await bookFromSite(deps, {
        ...body,
        userId: actor.userId,
        instantId: params.id,
        networks: addressNetworks(request.ip),
      }),
    listSiteBookings: async ({ actor }) => await listSiteBookings(deps, actor.userId),
    readSiteBooking: async ({ actor, params }) => await readSiteBooking(deps, deps.db, actor.userId, params.id),
    acceptSeats: async ({ actor, params }) => await acceptBooking(deps, actor.userId, params.id),
    withdrawSeats: async ({ actor, params }) => await withdrawBooking(deps, actor.userId, params.id),
  }
  const limits = { bookSeats: [bookingChanges], acceptSeats: [bookingChanges], withdrawSeats: [bookingChanges] }
  bindContract(scope, deps, siteBookingsContract, handlers, { limits })
}

function newcomerOf(
  { userId }: { userId: number },
  { id: companyId }: { id: string },
  { proof }: { proof?: string | undefined },
  { ip }: FastifyRequest,
): Newcomer {
  return { userId, companyId, networks: addressNetworks(ip), proof }
}
