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
  return stored().getItem(key)
}

export function writeStored(key: StoredKey, value: string): void {
  stored().setItem(key, value)
  markMissing(key, false)
  writes.emit()
}

export function writeStoredJson(key: StoredKey, value: unknown): void {
  writeStored(key, JSON.stringify(value))
}

export function removeStored(key: StoredKey): void {
  stored().removeItem(key)
  writes.emit()
}

const writes = createEvents()
/** Subscribes to writes and removals of this tab. */
export const onStored = writes.on

/** Removes every key at sign-out. */
export function clearStored(): void {
  for (const key of storedKeys) removeStored(key)
}

/** Calls back when another tab removes the token. Returns how to stop listening. */
export function onTokenRemovedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    const cleared = event.key === null || (event.key === 'token' && event.newValue === null)
    if (cleared) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

const missing = new Set<StoredKey>()

/** Compared by key: of two keys with the same code, one may be missing and the other present. */
function markMissing(key: StoredKey, isMissing: boolean): void {
  if (isMissing) missing.add(key)
  else missing.delete(key)
  const codes = new Set([...missing].map((one) => notFoundCodes[one]))
  if (typeof document !== 'undefined') document.documentElement.dataset.notFound = [...codes].join(' ')
}

/** Where the browser forbids storage (all cookies blocked), who signs in works until they reload. */
const inMemory = new Map<string, string>()
const ofThisPage = {
  getItem: (key: string): string | null => inMemory.get(key) ?? null,
  setItem: (key: string, value: string) => void inMemory.set(key, value),
  removeItem: (key: string) => void inMemory.delete(key),
}

const stored = () => browserStorage() ?? ofThisPage

/** Absent when the browser forbids storage. */
export function browserStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}
