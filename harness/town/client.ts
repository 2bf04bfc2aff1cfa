import { randomUUID } from 'node:crypto'

type Fields = Record<string, unknown>
export type CallOptions = { token?: string; json?: Fields; form?: Fields }

/** The product as its clients see it: the demonstration town uses nothing else. */
export type TownClient = {
  call(method: string, path: string, options?: CallOptions): Promise<unknown>
  /** Signs in with the code that the development outbox holds. */
  signIn(phone: string, app: 'WEB_APP' | 'RESIDENT_APP'): Promise<string>
}

class RefusedCall extends Error {
  readonly code: string
  constructor(what: string, code: string, message: string) {
    super(`${what} : ${code} ${message}`)
    this.code = code
  }
}

export function createTownClient(base: string): TownClient {
  const call = (method: string, path: string, options: CallOptions = {}) => send(base, method, path, options)
  return { call, signIn: (phone, app) => signIn(call, phone, app) }
}

async function send(base: string, method: string, path: string, { token, json, form }: CallOptions): Promise<unknown> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (method !== 'GET') headers['idempotency-key'] = randomUUID()
  if (json) headers['content-type'] = 'application/json'
  const body = form ? formData(form) : json ? JSON.stringify(json) : null
  const reply = await fetch(`${base}/v1${path}`, { method, headers, body, signal: AbortSignal.timeout(30_000) })
  const answer = (await reply.json()) as { data?: unknown; error?: { code: string; message: string } }
  if (answer.error) throw new RefusedCall(`${method} ${path}`, answer.error.code, answer.error.message)
  return answer.data
}

function formData(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, 'image.jpg')
    else if (value !== undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

async function signIn(call: TownClient['call'], phone: string, app: string): Promise<string> {
  await call('POST', '/authentication/send-activation-code', { json: { phone } })
  const sent = (await call('GET', `/dev/outbox?kind=sms&to=${encodeURIComponent(phone)}`)) as { text: string }[]
  const code = sent[0]?.text.match(/\d{5}/)?.[0]
  if (!code) throw new Error(`no code was sent to ${phone}`)
  const { token } = (await call('POST', '/authentication/start-session', { json: { phone, code, app_id: app } })) as {
    token: string
  }
  return token
}
