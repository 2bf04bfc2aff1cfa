import { beforeEach, expect, test, vi } from 'vitest'
import { forgetBusinessDraft, readBusinessDraft, writeBusinessDraft } from './business-draft.ts'

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

test('a draft of another company, or of a registration, is not shown', () => {
  writeBusinessDraft({ companyId: 'a', savedAt: 1, values: {} })
  expect(readBusinessDraft('b')).toBeUndefined()
  expect(readBusinessDraft()).toBeUndefined()
})

test('what is unreadable counts as no draft', () => {
  stored.set('business', '{oops')
  expect(readBusinessDraft()).toBeUndefined()
  stored.set('business', 'null')
  expect(readBusinessDraft()).toBeUndefined()
})
