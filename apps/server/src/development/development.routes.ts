import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readNow } from '../db/clock.ts'
import type { LiveHub } from '../db/live-hub.ts'
import { notifyLive } from '../db/notify.queries.ts'
import type { Dependencies } from '../dependencies.ts'
import { isLoopback } from '../gateways/environment.ts'
import { bindContract } from '../http/bind-contract.ts'
import { playSubscription, settleCheckout, showCheckout } from './checkout.ts'
import { developmentContract } from './development.contract.ts'
import { listDnsRecords, listOutbox, putDnsRecords, shiftClock } from './development.queries.ts'
import type { EmbeddedCheckout } from './embedded-checkout.ts'

const timeoutMilliseconds = 500

/** Resolves once this process has received the notice that the clock was moved, or after a short time without LISTEN. */
async function hearClock(live: LiveHub): Promise<void> {
  if (!live.hearing.isHearing) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = live.observe((heard) => {
    if (heard === 'gap' || heard.topic === 'clock') resolve()
  })
  await Promise.race([promise, pause(timeoutMilliseconds)])
  stop()
}

/** The calls and the pages of development, for this machine alone. */
export function developmentRoutes(app: FastifyInstance, deps: Dependencies, checkout: EmbeddedCheckout | undefined) {
  const { db, config } = deps
  const delivery = { db, app, checkout }
  app.addHook('onRequest', async (request) => refuseOutsiders(config, request))
  bindContract(app, deps, developmentContract, {
    readOutbox: async ({ query }) =>
      (await listOutbox(db, query.kind, query.to)).map((entry) => ({
        ...entry,
        sentAt: writeParisIso(entry.sentAt),
      })),
    readClock: async () => ({ now: writeParisIso(await readNow(db)) }),
    moveClock: async ({ body }) => {
      await shiftClock(db, body.now)
      // Pages rendered at another time are stale everywhere (residents.md W-120); here they are removed before the answer.
      const heard = hearClock(deps.live)
      await notifyLive(db, { topic: 'clock', id: 0 }, ['user:0'])
      await heard
      return { now: writeParisIso(await readNow(db)) }
    },
    readDns: async ({ query }) => await listDnsRecords(db, query.name),
    putDns: async ({ body }) => {
      const name = body.name.trim().toLowerCase().replace(/\.$/, '')
      const records = { ...body, name, cname: body.cname ?? null, silent: body.silent ?? false }
      await putDnsRecords(db, records)
      return records
    },
    showCheckout: async ({ params, reply }) => await showCheckout(delivery, config.publicUrl, params.sessionId, reply),
    settleCheckout: async ({ params, query, body, reply }) => {
      const settling = { outcome: body.outcome, duplicate: query.duplicate === '1' }
      const redirectTo = await settleCheckout(delivery, params.sessionId, settling)
      // A browser is told that its card was refused, as a provider's own page would tell it.
      const page = body.outcome === 'unpaid' ? `${redirectTo}?error=CARD_REFUSED` : redirectTo
      await (body.page ? reply.redirect(page, 303) : reply.send({ data: { redirectTo } }))
    },
    playSubscription: async ({ params, body }) => ({
      events: await playSubscription(delivery, params.companyId, body.event),
    }),
  })
  servePages(app)
}

/**
 * The development calls give every sign-in code, so they answer this machine only: a loopback Host (against DNS
 * rebinding) and no header of a proxy. Anybody else gets the 404 of a call that is not there.
 */
function refuseOutsiders(config: { developmentInPublic: boolean }, { headers }: FastifyRequest): void {
  if (config.developmentInPublic) return
  const isProxied = Object.keys(headers).some((name) => /^(x-forwarded-.*|forwarded|x-real-ip|via)$/.test(name))
  const hostname = (headers.host ?? '').replace(/:\d+$/, '')
  if (isProxied || !isLoopback(hostname)) throw refusal('request.not_found')
}

const folder = new URL('pages/', import.meta.url)
/** The colours of the portal: people at work on the product have its sources. */
const tokens = new URL('../../../portal/src/ui/theme/tokens.css', import.meta.url)
const fileName = /^[a-z-]+\.(js|css)$/
const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The pages of the outbox and of the look-alike billing portal, without inline script, and all sheets. */
function servePages(app: FastifyInstance): void {
  app.get('/dev/outbox', async (_request, reply) => reply.type(types.html).send(await read('outbox.html')))
  app.get('/dev/factures', async (_request, reply) => reply.type(types.html).send(await read('factures.html')))
  app.get<{ Params: { name: string } }>('/dev/files/:name', async ({ params: { name } }, reply) => {
    if (!fileName.test(name)) throw refusal('request.not_found')
    return reply.type(name.endsWith('.js') ? types.js : types.css).send(await read(name))
  })
}

async function read(name: string): Promise<Buffer> {
  return await readFile(name === 'tokens.css' ? tokens : new URL(name, folder)).catch(() => {
    throw refusal('request.not_found')
  })
}
