import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { retention } from '@parvis/domain/kernel/retention'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const maxAge = retention.residentDeviceDays * 86_400

/** Device cookie of a resident: 256 random bits, HttpOnly. */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')

/** Hash of the cookie, as the database stores it. */
export const hashDeviceSecret = (secret: string): Buffer => createHash('sha256').update(`device ${secret}`).digest()

export const readDeviceSecret = (config: Config, { headers }: FastifyRequest): string | undefined =>
  readCookie(headers.cookie, nameFor(config))

/** The secret under either name: for whom a call counts as until the database says who it is. */
export const shownSecret = ({ cookie }: IncomingHttpHeaders): string | undefined =>
  readCookie(cookie, names.secure) ?? readCookie(cookie, names.plain)

/** The value of one of the cookies of a call; an empty one is none. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  const found = cookies?.split(';').find((cookie) => cookie.trim().startsWith(`${name}=`))
  return found?.split('=')[1]?.trim() || undefined
}

/** Sets the secret cookie and a readable marker that tells the script to ask who this is; the marker identifies nobody. */
export function keepDevice(config: Config, reply: FastifyReply, secret: string): void {
  const common = `Path=/; Max-Age=${secret ? maxAge : 0}; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
  const marker = secret && '1'
  // The whole header is rewritten each time: of two cookies of one name, the last one holds.
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [`${nameFor(config)}=${secret}; ${common}; HttpOnly`, `habitant=${marker}; ${common}`])
}

export const forgetDevice = (config: Config, reply: FastifyReply): void => keepDevice(config, reply, '')

const isSecure = ({ residentUrl }: Config): boolean => residentUrl?.startsWith('https:') ?? true

/** The `__Host-` prefix binds the cookie to this very host; browsers accept it over https only. */
const names = { secure: '__Host-habitant', plain: 'habitant-dev' }
const nameFor = (config: Config): string => (isSecure(config) ? names.secure : names.plain)
