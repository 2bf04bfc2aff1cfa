import { openContract, openDataContract } from '@parvis/domain/open/open.contract'
import { openLicence } from '@parvis/domain/open/open.fr'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { addressNetworks } from '../../admission/networks.ts'
import { quotasOf } from '../../admission/requester.ts'
import { Semaphore } from '../../admission/semaphore.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { countAgainstLimit, countAgainstNetworks } from '../../http/limits.ts'
import { businessPath, PageMemory, readyAnswer, residentHome, sendAnswer } from '../site/index.ts'
import { findChoice, saveOpenData } from './open.queries.ts'
import { readOpenBusiness } from './read-businesses.ts'
import { listEvents, listOpenBusinesses, listTowns } from './read-lists.ts'

/** Calls of one address in a minute, and at work at once. */
const calls = { name: 'open', max: 120, seconds: 60 }
const atWork = { max: 4, waiting: 8 }
const caching = 'public, max-age=60, stale-while-revalidate=60'

/** Open data for whoever asks, without a key; and the word of their owner. */
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
        read: async () => await listOpenBusinesses(deps, query),
      }),
    readOpenBusiness: async ({ params, request, reply }) =>
      await send(request, reply, {
        schema: openContract.readOpenBusiness.answer,
        key: undefined,
        read: async () => await readOpenBusiness(deps, params.id),
      }),
    listOpenEvents: async ({ query: { 'after[]': also, ...query }, request, reply }) => {
      const { town, format, after = also } = query
      await send(request, reply, {
        schema: format ? undefined : openContract.listOpenEvents.answer,
        key: after || !town ? undefined : `events ${query.size} ${format && query.removed} ${town}`,
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
  /** Of a first page, kept for half a minute; what follows a cursor is not kept. */
  key: string | undefined
  read: () => Promise<unknown>
}

/** Sends an answer that caches may keep, and counts what is read for it. */
function sendingOpen(app: FastifyInstance, deps: Dependencies) {
  const memory = new PageMemory()
  const turns = new Semaphore({
    milliseconds: 2_000,
    reason: () => refusal('request.too_many_attempts', { retryAfter: 1 }),
  })
  const stop = deps.live.observe((heard) => {
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

/** Whether a business is open, what its owner said, and the codes for their own site. */
async function readOpenData({ db, config }: Pick<Dependencies, 'db' | 'config'>, companyId: string) {
  const found = await findChoice(db, companyId)
  if (!found) throw refusal('request.not_found')
  const { open, chosen, town, slug } = found
  const path = town && slug ? businessPath({ town, fiche: slug }).slice(1) : ''
  const embed = (view: string) =>
    path
      ? `<div data-parvis="${path}" data-vue="${view}"></div>\n<script async src="${residentHome(config)}/carte.js"></script>`
      : ''
  return {
    open,
    chosen,
    api: `${config.publicUrl}/v1/open/businesses/${companyId}`,
    embeds: { hours: embed('horaires'), agenda: embed('agenda') },
  }
}

/** Each change moves all the events of a business for its readers. */
const choices = { name: 'open-data', max: 20, seconds: 3_600 }

async function chooseOpenData(deps: Dependencies, companyId: string, open: boolean) {
  const { db, config } = deps
  const before = await findChoice(db, companyId)
  if (before?.chosen !== open) await countAgainstLimit(db, config, choices, `company:${companyId}`)
  return await transaction(db, async (tx) => {
    if (await saveOpenData(tx, companyId, open)) await notifyCompany(tx, companyId)
    return await readOpenData({ db: tx, config }, companyId)
  })
}
