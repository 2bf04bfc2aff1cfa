import { readFileSync } from 'node:fs'
import { type KeyPair, pairOf } from '../../signing-keys.queries.ts'
import {
  address,
  type Environment,
  isLoopback,
  isProduction,
  needed,
  noteFault,
  oneOf,
  optional,
  readOr,
  wordsOf,
} from '../environment.ts'
import type { HttpContext } from '../http-client.ts'
import { createFcmPush, type FcmSettings, readServiceAccount } from './fcm-push.ts'
import type { Push, PushMessage, PushResult } from './push.ts'
import { createWebPush, type WebPushSettings } from './web-push.ts'

const maxAtOnce = 60

/** Browsers by Web Push, telephones by FCM; a platform without a provider gets 'retry' and a line in the log. */
export function createRealPush(settings: Extract<PushSettings, { provider: 'real' }>, context: HttpContext): Push {
  const web = settings.webPush ? createWebPush(settings.webPush, context) : undefined
  const telephone = settings.fcm ? createFcmPush(settings.fcm, context) : undefined
  return {
    async send(batch) {
      const senderOf = ({ platform }: PushMessage) => (platform === 'web' ? web : telephone)
      const orphans = batch.filter((message) => !senderOf(message)).length
      if (orphans > 0) context.log.warn({ gateway: 'push', devices: orphans }, 'no push provider for these devices')
      return await mapAtOnce(batch, maxAtOnce, async (message) => (await senderOf(message)?.(message)) ?? 'retry')
    },
  }
}

async function mapAtOnce(
  batch: readonly PushMessage[],
  atOnce: number,
  send: (message: PushMessage) => Promise<PushResult>,
): Promise<PushResult[]> {
  const results: PushResult[] = []
  const waiting = batch.entries()
  const work = async () => {
    // One shared iterator: each worker takes the next message that nobody has.
    for (const [at, message] of waiting) results[at] = await send(message)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, batch.length) }, work))
  return results
}

export type PushSettings =
  | { provider: 'embedded'; hosts: readonly string[] | undefined }
  /** Browsers by Web Push, telephones by FCM; a platform without its provider keeps the 'retry' result. */
  | { provider: 'real'; webPush: WebPushSettings | undefined; fcm: FcmSettings | undefined }

export function readPushSettings(env: Environment): PushSettings {
  // Browsers are served as soon as a real service is set: the VAPID pair is generated.
  const usual = isProduction(env) ? 'webpush' : 'embedded'
  const provider = oneOf(env, 'PUSH_PROVIDER', ['embedded', 'webpush', 'fcm', 'webpush+fcm'], usual)
  if (provider === 'embedded') return { provider, hosts: readHosts(env) }
  return {
    provider: 'real',
    webPush: provider === 'fcm' ? undefined : readWebPush(env),
    fcm: provider === 'webpush' ? undefined : readFcm(env),
  }
}

function readWebPush(env: Environment): WebPushSettings {
  const subject = optional(env, 'VAPID_SUBJECT') ?? `mailto:${optional(env, 'SUPPORT_EMAIL') ?? 'contact@parvis.app'}`
  if (!/^(mailto:|https:\/\/)/.test(subject))
    noteFault(env, 'VAPID_SUBJECT', 'VAPID_SUBJECT doit commencer par mailto: ou https://')
  else if (isProduction(env) && isNobodys(subject))
    noteFault(
      env,
      'VAPID_SUBJECT',
      `VAPID_SUBJECT (sinon SUPPORT_EMAIL) doit être une adresse à vous, et non « ${subject} » : Apple refuserait chaque notification`,
    )
  return { subject, ...readVapidPair(env), hosts: readHosts(env) }
}

/** Empty: the pair that the database keeps. */
function readVapidPair(env: Environment): KeyPair {
  const pair = {
    publicKey: optional(env, 'VAPID_PUBLIC_KEY') ?? '',
    privateKey: optional(env, 'VAPID_PRIVATE_KEY') ?? '',
  }
  if ((pair.publicKey || pair.privateKey) && !isPair(pair))
    noteFault(
      env,
      'VAPID_PUBLIC_KEY',
      'VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY doivent être les deux moitiés d’une paire P-256, en base64url, ou manquer toutes deux',
    )
  return pair
}

/** In the form that the Web Push library takes: without it no push is signed, and each is tried again in vain. */
function isPair({ publicKey, privateKey }: KeyPair): boolean {
  try {
    const pair = pairOf(privateKey)
    return pair.publicKey === publicKey && pair.privateKey === privateKey
  } catch {
    return false
  }
}

/** This machine's, or a domain that is kept for examples (RFC 2606): Apple refuses both. */
function isNobodys(subject: string): boolean {
  const host = subject.replace(/^mailto:.*@|^https:\/\//, '').split(/[/:?#]/, 1)[0] ?? ''
  return isLoopback(host) || /(^|\.)(test|example|invalid|local|example\.(com|net|org))$/i.test(host)
}

/** Separated by commas or spaces (residents.md 15.2). */
function readHosts(env: Environment): readonly string[] | undefined {
  const hosts = wordsOf(env.WEB_PUSH_HOSTS)
  return hosts.length > 0 ? hosts : undefined
}

const noAccount = { projectId: '', clientEmail: '', privateKey: '' }

function readFcm(env: Environment): FcmSettings {
  const written = needed(env, 'FCM_SERVICE_ACCOUNT', 'la clé JSON d’un compte de service, ou le chemin de son fichier')
  return {
    account: readOr(env, 'FCM_SERVICE_ACCOUNT', noAccount, () =>
      readServiceAccount(written.startsWith('{') ? written : readFile(written)),
    ),
    baseUrl: address(env, 'FCM_API_URL', 'https://fcm.googleapis.com/v1'),
    tokenUrl: address(env, 'FCM_TOKEN_URL', 'https://oauth2.googleapis.com/token'),
  }
}

/** An unreadable file is no service account: the same sentence says so. */
function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
