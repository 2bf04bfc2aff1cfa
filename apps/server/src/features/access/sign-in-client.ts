import { deviceName } from '@parvis/domain/access/device-name'
import type { FastifyRequest } from 'fastify'
import { addressNetworks } from '../../admission/networks.ts'
import { readCookie } from '../../http/resident-cookie.ts'
import type { SignInCaller } from './sign-in-budgets.ts'

/** What a sign-in, or another proof by SMS, knows of the browser that asks. */
export type SignInClient = {
  networks: SignInCaller['networks']
  /** Name and version of the client, shown in the list of sessions. */
  device: string
  /** Device cookie of a browser that signed in before: no credential, it only has a rate-limit budget of its own. */
  browserMark: string | undefined
  /** Browser nonce: sent when the code is asked, and again with the code (decision 0032). */
  nonce?: string | undefined
}

export const signInClient = (request: FastifyRequest, appId?: string): SignInClient => ({
  networks: addressNetworks(request.ip),
  device: deviceName(request.headers['user-agent'], appId),
  browserMark: readCookie(request.headers.cookie, cookieName),
  nonce: readNonce(request.headers['x-sign-in-nonce']),
})

const cookieName = '__Host-device'
const yearSeconds = 31_536_000

export function browserCookie(mark: string): string {
  return `${cookieName}=${mark}; Path=/; Max-Age=${yearSeconds}; HttpOnly; Secure; SameSite=Strict`
}

const nonceShape = /^[\w-]{16,100}$/

/** The nonce header of the calling browser; an ill-formed one counts as none. */
function readNonce(header: unknown): string | undefined {
  return typeof header === 'string' && nonceShape.test(header) ? header : undefined
}
