import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The host of the pictures, when they have one of their own, serves nothing else: no page, no other call (ASVS 3.5.4). */
export function registerMediaHost(app: FastifyInstance, { mediaOrigin, publicUrl }: Config): void {
  if (mediaOrigin === publicUrl) return
  const { host } = new URL(mediaOrigin)
  app.addHook('onRequest', async (request) => {
    if (request.host === host && !request.url.startsWith('/v1/media/')) throw refusal('request.not_found')
  })
}
