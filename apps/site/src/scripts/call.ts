import { clockLead } from '@parvis/domain/kernel/clock-lead'
import type { ProofChallenge } from '@parvis/domain/kernel/proof-of-work'

/** Calls of the residents' door: same origin, the cookie goes by itself; from a premium site only follow and counts leave. */
export const home = document.body.dataset.home ?? ''

export type ActAnswer = {
  status: number
  data?: Record<string, unknown>
  message?: string
  code?: string
  /** What the refusal asks to be solved before the act is sent again. */
  challenge?: ProofChallenge
  /** Of an order that has changed since its page was read: its version now. */
  version?: number
  /** What is wrong, by field. */
  fields?: Record<string, string>
  /** Quarters that are still free, when one was not. */
  slots?: readonly { start: string }[]
}

/**
 * Sends one act. A Web Lock makes the acts of this device wait for each other across tabs, so that the first ones make one
 * resident; a lost answer is asked for again under the same Idempotency-Key.
 */
export function act(method: string, path: string, body: unknown): Promise<ActAnswer> {
  const send = async (sent: unknown, { key, forget }: PendingKey): Promise<ActAnswer> => {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await once(method, path, sent, key)
        // 409: the first one may still be running.
        if (answer.status < 500 && answer.status !== 409 && !answer.challenge) forget()
        return answer
      } catch (error) {
        if (attempt === 1) throw error
        say('Connexion lente, nouvel essai…')
      }
    }
  }
  const prove = async (): Promise<ActAnswer> => {
    const pending = pendingKey(`acte ${method} ${path}`, body)
    const answer = await send(body, pending)
    if (!answer.challenge) return answer
    say('Vérification…')
    return await send(withProof(body, await solve(answer.challenge)), pending)
  }
  // A report asks nothing of this device.
  if (path === '/reports') return prove()
  if (!navigator.cookieEnabled) return Promise.resolve(withoutCookies)
  return navigator.locks ? navigator.locks.request('parvis-act', prove).catch(whyNot) : prove()
}

/** Nobody could read on this device what came of it. */
const withoutCookies: ActAnswer = {
  status: 403,
  message: 'Votre navigateur refuse les cookies\u00a0: autorisez celui de ce site, puis recommencez.',
}

/** A browser that refuses cookies gives no lock. */
function whyNot(error: unknown): ActAnswer {
  if (error instanceof DOMException && error.name === 'SecurityError') return withoutCookies
  throw error
}

type PendingKey = { key: string; forget: () => void }

/** The key of the last act at an address, until it is answered for good: who taps again, even after a reload, has done it once. */
function pendingKey(name: string, body: unknown): PendingKey {
  const carried = JSON.stringify(body instanceof FormData ? [...body] : body, (_key, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
  const [former, formerKey] = JSON.parse(readTab(name) ?? '[]') as string[]
  const key = (former === carried && formerKey) || crypto.randomUUID?.() || String(Math.random()).slice(2)
  writeTab(name, JSON.stringify([carried, key]))
  return { key, forget: () => writeTab(name) }
}

const inMemory: Record<string, string> = {}

/** What the tab keeps over a reload; where the browser forbids that, or has no room left, until the page is left. */
export function readTab(name: string): string | undefined {
  try {
    return inMemory[name] ?? sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

export function writeTab(name: string, value?: string): void {
  delete inMemory[name]
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    if (value !== undefined) inMemory[name] = value
  }
}

type Policy = { createScriptURL(url: string): string }
type Factory = { createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): Policy }
const workers = ['/sw.js', '/proof.js']
let policy: Policy | undefined

/** Trusted Types policy for the two script addresses that this site writes. */
export function trustedScript(url: '/sw.js' | '/proof.js'): string {
  const factory = (window as unknown as { trustedTypes?: Factory }).trustedTypes
  if (!factory) return url
  policy ??= factory.createPolicy('parvis', { createScriptURL: (asked) => (workers.includes(asked) ? asked : null) })
  return policy.createScriptURL(url)
}

/** Runs in a worker, so that the page stays responsive. */
function solve(challenge: ProofChallenge): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trustedScript('/proof.js'))
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = reject
    worker.postMessage(challenge)
  })
}

function withProof(body: unknown, proof: string): unknown {
  if (!(body instanceof FormData)) return { ...(body as object), proof }
  body.set('proof', proof)
  return body
}

async function once(method: string, path: string, body: unknown, key: string): Promise<ActAnswer> {
  const form = body instanceof FormData ? body : undefined
  const answer = await fetch(path.startsWith('/v1/') ? path : `${home}/v1/site${path}`, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      'idempotency-key': key,
      ...(!form && { 'content-type': 'application/json' }),
    },
    body: form ?? JSON.stringify(body),
    // A network that answers nothing is no connection; a picture takes its time.
    signal: AbortSignal.timeout?.(form ? 60_000 : 15_000),
  })
  return await read(answer)
}

export async function ask(path: string): Promise<ActAnswer> {
  return await read(await fetch(`/v1/site${path}`, { headers: { accept: 'application/json' } }))
}

let me: Promise<ActAnswer> | undefined
/** Who this device is, asked once for all the parts of a page. */
export const askMe = (): Promise<ActAnswer> => {
  me ??= ask('/me')
  return me
}

let lead = 0

/** The moment by the clock of the last answer of /v1/site, else by the device's. */
export const moment = () => Date.now() - lead

async function read(answer: Response): Promise<ActAnswer> {
  const before = lead
  lead = clockLead(answer.headers.get('date'), Date.now(), before)
  if (lead !== before) dispatchEvent(new Event('parvis-clock'))
  const json = await answer.json().catch(() => ({}))
  const { message, code, details, fields } = json.error ?? {}
  const { challenge, version, slots } = details ?? {}
  return { status: answer.status, data: json.data, message, code, challenge, version, slots, fields }
}

/** Whether the worker has shown what was seen before: without network, or on a slow one. */
export const isKept = (): boolean => document.body.dataset.seen !== undefined

/** The readable mark beside the secret cookie: somebody is known on this device. */
export const isKnown = () => /(^|; )habitant=1/.test(document.cookie)

export const made = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties)

export const button = (textContent: string, onclick: () => void): HTMLButtonElement =>
  made('button', { type: 'button', className: 'second', textContent, onclick })

/** Says something at the bottom of the page, in a live region, for twelve seconds or as long as a form is being sent. */
export function say(sentence: string, ...actions: readonly { label: string; run: () => void }[]): void {
  const line = document.getElementById('annonce')
  if (!line) return
  line.textContent = `${sentence} `
  for (const { label, run } of actions) {
    const onclick = () => {
      line.textContent = ''
      run()
    }
    line.append(button(label, onclick))
  }
  setTimeout(() => {
    if (line.textContent?.startsWith(sentence) && !document.querySelector('form[inert]')) line.textContent = ''
  }, 12_000)
}
