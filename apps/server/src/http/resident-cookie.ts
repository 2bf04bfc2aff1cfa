import { createHash, randomBytes } from 'node:crypto'
import { retention } from '@parvis/domain/kernel/retention'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const maxAge = retention.residentDeviceDays * 86_400

/** Device cookie of a resident: 256 random bits, HttpOnly. */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')

/** Hash of the cookie, as the database stores it. */
export const hashDeviceSecret = (secret: string): Buffer => createHash('sha256').update(`device ${secret}`).digest()

export function readDeviceSecret(config: Config, request: FastifyRequest): string | undefined {
  const name = nameFor(config)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value) return value
  }
  return undefined
}

/** Sets the secret cookie and a readable marker that tells the script to ask who this is; the marker identifies nobody. */
export function keepDevice(config: Config, reply: FastifyReply, secret: string): void {
  const common = `Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
  setCookies(reply, [`${nameFor(config)}=${secret}; ${common}; HttpOnly`, `habitant=1; ${common}`])
}

export function forgetDevice(config: Config, reply: FastifyReply): void {
  const common = `Path=/; Max-Age=0; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
  setCookies(reply, [`${nameFor(config)}=; ${common}; HttpOnly`, `habitant=; ${common}`])
}

/** The whole Set-Cookie header is rewritten each time: of two cookies of one name, the last one holds. */
function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...cookies])
}

const isSecure = ({ residentUrl }: Config): boolean => residentUrl?.startsWith('https:') ?? true

/** The `__Host-` prefix binds the cookie to this very host; browsers accept it over https only. */
const nameFor = (config: Config): string => (isSecure(config) ? '__Host-habitant' : 'habitant-dev')
