import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SendQueue } from './send-queue.ts'
import { endSession, expireSession, followOtherTabs, onSessionEnd } from './session-end.ts'
import { clearStored, keepUnsentTexts, readUnsentTexts } from './storage.ts'

const texts = new Map<string, string>()
let ways: string[] = []
let stop = () => {}
let onStorage = (_event: { key: string | null; newValue: string | null }) => {}
const erase = vi.spyOn(SendQueue.prototype, 'erase')
const close = vi.spyOn(SendQueue.prototype, 'close')

beforeEach(async () => {
  vi.stubGlobal('window', {
    addEventListener: (_name: string, listener: typeof onStorage) => {
      onStorage = listener
    },
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => texts.set(key, value),
    removeItem: (key: string) => texts.delete(key),
  })
  await import('./browser-queue.ts')
  ways = []
  const stopFollowing = followOtherTabs()
  const stopListening = onSessionEnd((how) => void ways.push(how))
  stop = () => {
    stopFollowing()
    stopListening()
  }
  keepUnsentTexts({ 'a conversation': 'Bonjour' })
  erase.mockClear()
  close.mockClear()
})

afterEach(() => {
  stop()
  clearStored()
  vi.unstubAllGlobals()
})

afterAll(() => vi.restoreAllMocks())

test('Q-128 AMB-131 a token removed by another tab closes the send queue of this one, erases nothing, drops the drafts', () => {
  onStorage({ key: 'token', newValue: null })
  expect(ways).toEqual(['elsewhere'])
  expect(close).toHaveBeenCalledOnce()
  expect(erase).not.toHaveBeenCalled()
  expect(readUnsentTexts()).toEqual({})
})

test('Q-128 A-039 signing out in this tab erases the send queue and the drafts', () => {
  endSession()
  expect(ways).toEqual(['left'])
  expect(erase).toHaveBeenCalledOnce()
  expect(readUnsentTexts()).toEqual({})
})

test('Q-128 AMB-39 a session that expired keeps both for their owner', () => {
  expireSession()
  expect(ways).toEqual(['expired'])
  expect(erase).not.toHaveBeenCalled()
  expect(close).toHaveBeenCalledOnce()
  expect(readUnsentTexts()).toEqual({ 'a conversation': 'Bonjour' })
})
