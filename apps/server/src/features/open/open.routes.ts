import { openContract, openDataContract } from '@parvis/domain/open/open.contract'
import { openLicence } from '@parvis/domain/open/open.fr'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { addressNetworks } from '../../admission/networks.ts'
import { quotasOf } from '../../admission/requester.ts'
import { Semaphore } from '../../admission/semaphore.ts'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { PageMemory, readyAnswer, sendAnswer } from '../site/index.ts'
import { chooseOpenData, readOpenData } from './open-data.ts'
import { readBusiness } from './read-businesses.ts'
import { listBusinesses, listEvents, listTowns } from './read-lists.ts'

/** Calls of one address in a minute, and at work at once (F-021). */
const calls = { name: 'open', max: 120, seconds: 60 }
const atWork = { max: 4, waiting: 8 }
const caching = 'public, max-age=60, stale-while-revalidate=60'

/** Open data for whoever asks, without a key (F-001); and the word of their owner. */
export function openRoutes(app: FastifyInstance, deps: Dependencies): void {
  const send = sendingOpen(app, deps)
  bindContract(app, deps, openContract, {
    readOpenTowns: async ({ query, request, reply }) =>
      await send(request, reply, {
        schema: openContract.readOpenTowns.answer,
        key: query.after ? undefined : 'towns',
        read: async () => await listTowns(deps, query.after),
      }),
    listOpenBusinesses: async ({ query, request, reply }) =>
      await send(request, reply, {
        schema: openContract.listOpenBusinesses.answer,
        key: query.after ? undefined : `businesses ${query.size} ${query.town}`,
        read: async () => await listBusinesses(deps, query),
      }),
    readOpenBusiness: async ({ params, request, reply }) =>
      await send(request, reply, {
        schema: openContract.readOpenBusiness.answer,
        key: undefined,
        read: async () => await readBusiness(deps, params.id),
      }),
    listOpenEvents: async ({ query: { 'after[]': also, ...query }, request, reply }) => {
      const { town, format, after = also } = query
      await send(request, reply, {
        schema: format ? undefined : openContract.listOpenEvents.answer,
        key: after || !town ? undefined : `events ${query.size} ${format} ${query.removed} ${town}`,
        read: async () => await listEvents(deps, { ...query, after }),
      })
    },
  })
  bindContract(app, deps, openDataContract, {
    readOpenData: async ({ company }) => await readOpenData(deps, company.id),
    chooseOpenData: async ({ company, body }) => await chooseOpenData(deps, company.id, body.open),
  })
}

type Open = {
  /** Checks what is given; an answer of another shape than ours goes without. */
  schema: z.ZodType | undefined
  /** Of a first page, kept for half a minute; what follows a cursor is not kept (F-022). */
  key: string | undefined
  read: () => Promise<unknown>
}

/** Sends an answer that caches may keep (F-003, F-004), and counts what is read for it. */
function sendingOpen(app: FastifyInstance, deps: Dependencies) {
  const memory = new PageMemory()
  const turns = new Semaphore({
    milliseconds: 2_000,
    reason: () => refusal('request.too_many_attempts', { retryAfter: 1 }),
  })
  const stop = deps.live.witness((heard) => {
    if (heard === 'gap' || heard.topic === 'clock') memory.clear()
  })
  app.addHook('onClose', async () => stop())

  return async (request: FastifyRequest, reply: FastifyReply, { schema, key, read }: Open): Promise<void> => {
    const networks = addressNetworks(request.ip)
    if (key === undefined || !memory.holds(key)) await countAgainstNetworks(deps.db, deps.config, calls, networks)
    const quotas = quotasOf(networks, atWork, 'open ')
    const make = async () => {
      const found = await read()
      const body = JSON.stringify(schema ? { data: schema.parse(found) } : found)
      return await readyAnswer({ status: 200, type: 'application/json; charset=utf-8', body, cache: caching, tags: [] })
    }
    const answer = await turns.run({ subject: quotas[0].subject, quotas }, async () =>
      key === undefined ? await make() : await memory.read(key, make, isDatabaseUnavailable),
    )
    reply.header('link', `<${openLicence.url}>; rel="license"`)
    await sendAnswer(request, reply, answer)
  }
}
