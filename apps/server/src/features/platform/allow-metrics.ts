import { timingSafeEqual } from 'node:crypto'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { hashToken } from '../../http/authorize.ts'

const here = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Metrics are for this machine, or for whoever shows the token; anybody else finds nothing. */
export function allowMetrics({ metricsToken }: Pick<Config, 'metricsToken'>, request: FastifyRequest): void {
  const shown = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
  const allowed = metricsToken
    ? timingSafeEqual(hashToken(shown), hashToken(metricsToken))
    : here.has(request.ip) && request.headers['x-forwarded-for'] === undefined
  if (!allowed) throw refusal('request.not_found')
}
