import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetBusinessDraft, readBusinessDraft, writeBusinessDraft } from './business-draft.ts'
import { clearStored, readJsonSlice, readSlice, storedKeys, writeStored, writeStoredJson } from './storage.ts'

const kept = new Map<string, string>()
const page = { documentElement: { dataset: {} as Record<string, string> } }

// Test files share their globals: another would find half a document.
afterEach(() => void vi.unstubAllGlobals())

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('R-108 X-011 the keys are exactly the six of the specification', () => {
  expect([...storedKeys].sort()).toEqual(['business', 'businessByCode', 'confirmationCode', 'step', 'token', 'user'])
})

test('R-109 A-026 a missing value fails with its own code, left on the page for programs', () => {
  expect(readSlice('token')).toEqual({ status: 'failed', error: 'TOKEN_NOT_FOUND' })
  expect(readSlice('step')).toEqual({ status: 'failed', error: 'STEP_NOT_FOUND' })
  expect(readSlice('user')).toEqual({ status: 'failed', error: 'USER_NOT_FOUND' })
  expect(readSlice('confirmationCode')).toEqual({ status: 'failed', error: 'CODE_NOT_FOUND' })
  expect(readSlice('business')).toEqual({ status: 'failed', error: 'BUSINESS_NOT_FOUND' })
  expect(page.documentElement.dataset.notFound?.split(' ')).toContain('STEP_NOT_FOUND')
  writeStored('step', '2')
  expect(readSlice('step')).toEqual({ status: 'succeeded', value: '2' })
  expect(page.documentElement.dataset.notFound?.split(' ')).not.toContain('STEP_NOT_FOUND')
})

test('R-109 a missing business stays recorded while the one of the code is there', () => {
  writeStored('businessByCode', '{}')
  readSlice('business')
  readSlice('businessByCode')
  expect(page.documentElement.dataset.notFound?.split(' ')).toContain('BUSINESS_NOT_FOUND')
  writeStored('business', '{}')
  expect(page.documentElement.dataset.notFound?.split(' ')).not.toContain('BUSINESS_NOT_FOUND')
})

test('AMB-120 an unreadable stored value counts as missing', () => {
  writeStored('user', '{oops')
  expect(readJsonSlice('user')).toEqual({ status: 'failed', error: 'USER_NOT_FOUND' })
  expect(kept.has('user')).toBe(false)
})

test('A-039 signing out leaves nothing behind', () => {
  for (const key of storedKeys) writeStoredJson(key, { key })
  clearStored()
  expect(kept.size).toBe(0)
})

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('X-011 the draft lives under the one key `business` and goes away once saved', () => {
  writeBusinessDraft({ companyId: 'a', savedAt: 1, values: { name: 'Le Fournil' } })
  expect([...stored.keys()]).toEqual(['business'])
  expect(readBusinessDraft('a')?.values).toEqual({ name: 'Le Fournil' })
  forgetBusinessDraft()
  expect(readBusinessDraft('a')).toBeUndefined()
})

test('AMB-39 a draft of another company, or of a registration, is not shown', () => {
  writeBusinessDraft({ companyId: 'a', savedAt: 1, values: {} })
  expect(readBusinessDraft('b')).toBeUndefined()
  expect(readBusinessDraft()).toBeUndefined()
})

test('AMB-39 an unreadable draft counts as none', () => {
  stored.set('business', '{oops')
  expect(readBusinessDraft()).toBeUndefined()
  stored.set('business', 'null')
  expect(readBusinessDraft()).toBeUndefined()
})
