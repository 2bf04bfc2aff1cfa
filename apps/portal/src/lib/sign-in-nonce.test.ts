import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Two tabs of one browser: each its sessionStorage, one channel between them. */
type Tab = typeof import('./sign-in-nonce.ts')
const listeners = new Map<object, (event: { data: unknown }) => void>()

class Channel {
  addEventListener(_type: string, listener: (event: { data: unknown }) => void): void {
    listeners.set(this, listener)
  }
  postMessage(data: unknown): void {
    for (const [channel, listener] of listeners) if (channel !== this) listener({ data })
  }
}

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  }
}

/** A call of a tab sees that tab's storage; what it tells is heard by the other with its own. */
async function openTab() {
  vi.resetModules()
  const storage = memory()
  const tab: Tab = await import('./sign-in-nonce.ts')
  const [channel, listener] = [...listeners].at(-1) ?? []
  if (channel && listener) {
    listeners.set(channel, (event) => {
      const present = globalThis.sessionStorage
      vi.stubGlobal('sessionStorage', storage)
      listener(event)
      vi.stubGlobal('sessionStorage', present)
    })
  }
  const within = <T>(work: () => T): T => {
    vi.stubGlobal('sessionStorage', storage)
    return work()
  }
  return {
    storage,
    nonce: (phone: string) => within(() => tab.signInNonce(phone)['x-sign-in-nonce']),
    forget: () => within(tab.forgetSignInNonces),
  }
}

beforeEach(() => {
  listeners.clear()
  vi.stubGlobal('window', {})
  vi.stubGlobal('BroadcastChannel', Channel)
})
afterEach(() => vi.unstubAllGlobals())

test('ASVS 6.6.2 asking for a code and giving it say the same, of one phone only, and nothing is left once signed in', async () => {
  const tab = await openTab()
  const nonce = tab.nonce('+33612345678')
  expect(nonce).toMatch(/^[\w-]{36}$/)
  expect(tab.nonce('+33612345678')).toBe(nonce)
  expect(tab.nonce('+33687654321')).not.toBe(nonce)
  tab.forget()
  expect([...tab.storage.kept]).toEqual([])
  expect(tab.nonce('+33612345678')).not.toBe(nonce)
})

test('ASVS 6.6.2 a code asked for again from another tab can be given in either', async () => {
  const [one, other] = [await openTab(), await openTab()]
  const first = one.nonce('+33612345678')
  expect(other.nonce('+33612345678')).toBe(first)
  one.forget()
  const again = one.nonce('+33612345678')
  expect(again).not.toBe(first)
  expect(other.nonce('+33612345678')).toBe(again)
})
