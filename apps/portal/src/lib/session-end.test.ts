import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepDraft, openDrafts, readDraft } from './drafts.ts'
import { SendQueue } from './send-queue.ts'
import { endSession, expireSession, followOtherTabs, onSessionEnd } from './session-end.ts'
import { clearStored } from './storage.ts'

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
  await import('./browser-queue.ts')
  ways = []
  const stopFollowing = followOtherTabs()
  const stopListening = onSessionEnd((how) => void ways.push(how))
  stop = () => {
    stopFollowing()
    stopListening()
  }
  await openDrafts(7)
  keepDraft('message a', 'Bonjour')
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
  expect(readDraft('message a')).toBeUndefined()
})

test('Q-128 A-039 signing out in this tab erases the send queue and the drafts', () => {
  endSession()
  expect(ways).toEqual(['left'])
  expect(erase).toHaveBeenCalledOnce()
  expect(readDraft('message a')).toBeUndefined()
})

test('Q-128 AMB-39 a session that expired keeps both for their owner', () => {
  expireSession()
  expect(ways).toEqual(['expired'])
  expect(erase).not.toHaveBeenCalled()
  expect(close).toHaveBeenCalledOnce()
  expect(readDraft('message a')).toBe('Bonjour')
})

test('A-039 AMB-39 a draft is shown to the person who wrote it, and to no other on the same device', async () => {
  await openDrafts(8)
  expect(readDraft('message a')).toBeUndefined()
  await openDrafts(7)
  expect(readDraft('message a')).toBe('Bonjour')
})
