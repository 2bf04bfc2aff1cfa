import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Two tabs of one browser, connected by one BroadcastChannel. */
type Tab = typeof import('./sign-in.ts')
const listeners = new Map<object, (event: { data: unknown }) => void>()

class Channel {
  addEventListener(_type: string, listener: (event: { data: unknown }) => void): void {
    listeners.set(this, listener)
  }
  postMessage(data: unknown): void {
    for (const [channel, listener] of listeners) if (channel !== this) listener({ data })
  }
}

/** Each import is a tab of its own; no storage may hold the nonce. */
async function openTab() {
  vi.resetModules()
  const tab: Tab = await import('./sign-in.ts')
  return { nonce: (phone: string) => tab.signInNonce(phone)['x-sign-in-nonce'], forget: tab.forgetSignInNonces }
}

const keep = vi.fn()

beforeEach(() => {
  listeners.clear()
  keep.mockClear()
  vi.stubGlobal('window', {})
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined, setItem: keep })
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, setItem: keep })
  vi.stubGlobal('BroadcastChannel', Channel)
})
afterEach(() => vi.unstubAllGlobals())

test('F20 ASVS 6.6.2 asking for a code and giving it say the same, of one phone only, and no storage of the browser holds it, signed in or not', async () => {
  const tab = await openTab()
  const nonce = tab.nonce('+33612345678')
  expect(nonce).toMatch(/^[\w-]{36}$/)
  expect(tab.nonce('+33612345678')).toBe(nonce)
  expect(tab.nonce('+33687654321')).not.toBe(nonce)
  expect(keep, 'a phone number in the browser’s storage').not.toHaveBeenCalled()
  tab.forget()
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
