import { refusal } from '@parvis/domain/refusals'
import type { FastifyRequest } from 'fastify'

/** The names and addresses of this machine alone (RFC 6761, RFC 1122): nobody else reaches them, and no DNS answers for them. */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|([a-z0-9-]+\.)*localhost)$/i.test(hostname)
}

/**
 * The development calls give every sign-in code, so they answer this machine only: a loopback Host (against DNS
 * rebinding) and no header of a proxy. Anybody else gets the 404 of a call that is not there.
 */
export function refuseOutsiders(config: { developmentInPublic: boolean }, { headers }: FastifyRequest): void {
  if (config.developmentInPublic) return
  const isProxied = Object.keys(headers).some((name) => /^(x-forwarded-.*|forwarded|x-real-ip|via)$/.test(name))
  const hostname = (headers.host ?? '').replace(/:\d+$/, '')
  if (isProxied || !isLoopback(hostname)) throw refusal('request.not_found')
}
