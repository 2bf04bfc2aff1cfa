import { sign } from 'node:crypto'
import { z } from 'zod'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import type { FcmSettings, ServiceAccount } from './fcm-service-account.ts'

/** The OAuth token that FCM wants: asked with a signed JWT, kept until a minute before its end. */
export function createFcmAccess({ account, tokenUrl }: FcmSettings, context: HttpContext) {
  const client = createHttpClient({ name: 'push fcm token', baseUrl: tokenUrl, timeoutMs: 5000, retries: 1 }, context)
  let kept: { until: number; token: Promise<string> } | undefined
  const ask = async () => {
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, tokenUrl),
    }
    return client.call({ method: 'POST', path: '', form }, (reply) => {
      expectSuccess(reply)
      return readJson(reply, tokenSchema)
    })
  }
  return {
    async token(): Promise<string> {
      if (kept && Date.now() < kept.until) return kept.token
      const asking = ask()
      // A minute at first, so that a thousand messages ask once; then what Google grants.
      const entry = { until: Date.now() + 60_000, token: asking.then(({ access_token }) => access_token) }
      kept = entry
      asking.then(
        ({ expires_in }) => {
          entry.until = Date.now() + (expires_in - 60) * 1000
        },
        () => {
          if (kept === entry) kept = undefined
        },
      )
      return entry.token
    },
    forget() {
      kept = undefined
    },
  }
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

function assertionOf({ clientEmail, privateKey }: ServiceAccount, tokenUrl: string): string {
  const iat = Math.floor(Date.now() / 1000)
  const scope = 'https://www.googleapis.com/auth/firebase.messaging'
  const claims = { iss: clientEmail, scope, aud: tokenUrl, iat, exp: iat + 3600 }
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims].map(base64Json).join('.')
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

const base64Json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
