import { readFile } from 'node:fs/promises'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../../dependencies.ts'
import { refuseOutsiders } from '../../../development/guard.ts'

const folder = new URL('files/', import.meta.url)
const fileName = /^[a-z-]+\.(js|css)$/
const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/**
 * Pages for people at work on the product: what was "sent", and the residents' side (AMB-125). Plain files, no
 * inline script; not registered at all in production.
 */
export function devPagesRoutes(app: FastifyInstance, { config }: Dependencies): void {
  if (config.production) return
  const onRequest = async (request: FastifyRequest) => refuseOutsiders(config, request)
  for (const page of ['outbox', 'resident']) {
    const answer = async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.type(types.html).send(await read(`${page}.html`))
    app.get(`/dev/${page}`, { onRequest }, answer)
  }
  app.get<{ Params: { name: string } }>('/dev/files/:name', { onRequest }, async ({ params: { name } }, reply) => {
    if (!fileName.test(name)) throw refusal('request.not_found')
    return reply.type(name.endsWith('.js') ? types.js : types.css).send(await read(name))
  })
}

async function read(name: string): Promise<Buffer> {
  return await readFile(new URL(name, folder)).catch(() => {
    throw refusal('request.not_found')
  })
}
