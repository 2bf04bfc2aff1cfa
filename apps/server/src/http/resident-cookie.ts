import { createHash, randomBytes } from 'node:crypto'
import { retention } from '@parvis/domain/kernel/retention'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const maxAge = retention.residentDeviceDays * 86_400

/** What makes a device a resident's: 256 random bits that only the browser keeps, and no script can read (RES-11, W-057). */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of it. */
export const hashDeviceSecret = (secret: string): Buffer => createHash('sha256').update(`device ${secret}`).digest()

export function readDeviceSecret(config: Config, request: FastifyRequest): string | undefined {
  const name = nameFor(config)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value) return value
  }
  return undefined
}

/** Sets the secret and the readable mark that tells the script to ask who this is: it identifies nobody. */
export function keepDevice(config: Config, reply: FastifyReply, secret: string): void {
  const common = `Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
  setCookies(reply, [`${nameFor(config)}=${secret}; ${common}; HttpOnly`, `habitant=1; ${common}`])
}

export function forgetDevice(config: Config, reply: FastifyReply): void {
  const common = `Path=/; Max-Age=0; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
  setCookies(reply, [`${nameFor(config)}=; ${common}; HttpOnly`, `habitant=; ${common}`])
}

/** The whole header each time: a cookie set twice in one answer counts as set last. */
function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...cookies])
}

const isSecure = ({ residentUrl }: Config): boolean => residentUrl?.startsWith('https:') ?? true

/** The prefix binds the cookie to this very host; browsers ask for https to accept it. */
const nameFor = (config: Config): string => (isSecure(config) ? '__Host-habitant' : 'habitant-dev')
