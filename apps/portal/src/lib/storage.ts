import { createEvents } from './create-store.ts'

/** Every key that the browser stores, and nothing else (0:120, AMB-39). */
export const storedKeys = ['token', 'step', 'user', 'confirmationCode', 'business', 'businessByCode'] as const
export type StoredKey = (typeof storedKeys)[number]

/** Codes of a missing value: kept for the program, never shown. */
const notFoundCodes: Record<StoredKey, string> = {
  token: 'TOKEN_NOT_FOUND',
  step: 'STEP_NOT_FOUND',
  user: 'USER_NOT_FOUND',
  confirmationCode: 'CODE_NOT_FOUND',
  business: 'BUSINESS_NOT_FOUND',
  businessByCode: 'BUSINESS_NOT_FOUND',
}

export type Slice<T> = { status: 'succeeded'; value: T } | { status: 'failed'; error: string }

/** The state of one stored key: its text, or its not-found code, which is also written on `<html data-not-found>`. */
export function readSlice(key: StoredKey): Slice<string> {
  const value = readStored(key)
  markMissing(key, value === null)
  return value === null ? { status: 'failed', error: notFoundCodes[key] } : { status: 'succeeded', value }
}

/** The same for a JSON key; unreadable JSON counts as missing. */
export function readJsonSlice<T>(key: StoredKey): Slice<T> {
  const slice = readSlice(key)
  if (slice.status === 'failed') return slice
  try {
    return { status: 'succeeded', value: JSON.parse(slice.value) as T }
  } catch {
    removeStored(key)
    return { status: 'failed', error: notFoundCodes[key] }
  }
}

export function readStored(key: StoredKey): string | null {
  return stored.getItem(key)
}

export function writeStored(key: StoredKey, value: string): void {
  stored.setItem(key, value)
  markMissing(key, false)
  writes.emit()
}

export function writeStoredJson(key: StoredKey, value: unknown): void {
  writeStored(key, JSON.stringify(value))
}

export function removeStored(key: StoredKey): void {
  stored.removeItem(key)
  writes.emit()
}

const writes = createEvents()
/** Subscribes to writes and removals of this tab. */
export const onStored = writes.on

/** Removes every key at sign-out. */
export function clearStored(): void {
  for (const key of storedKeys) removeStored(key)
}

const missing = new Set<StoredKey>()

/** Compared by key: of two keys with the same code, one may be missing and the other present. */
function markMissing(key: StoredKey, isMissing: boolean): void {
  if (isMissing) missing.add(key)
  else missing.delete(key)
  const codes = new Set([...missing].map((one) => notFoundCodes[one]))
  if (typeof document !== 'undefined') document.documentElement.dataset.notFound = [...codes].join(' ')
}

/** What the browser did not store lasts until the page is loaded anew. */
const inMemory = new Map<string, string>()

/** A storage that never throws: the browser may forbid it (all cookies blocked), or have no room left in it. */
export function browserStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const attempt = <R>(work: (storage: Storage) => R): R | undefined => {
    try {
      return work(globalThis[name])
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key: string) => inMemory.get(key) ?? attempt((it) => it.getItem(key)) ?? null,
    /** Whether it outlives the page. */
    setItem: (key: string, value: string) => {
      inMemory.set(key, value)
      const isStored = attempt((it) => {
        it.setItem(key, value)
        return inMemory.delete(key)
      })
      return isStored === true
    },
    removeItem: (key: string) => {
      inMemory.delete(key)
      attempt((it) => it.removeItem(key))
    },
  }
}

const stored = browserStorage()
