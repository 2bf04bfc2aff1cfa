/** What the browser keeps, and nothing else (0:120, AMB-39). */
export const storedKeys = ['token', 'step', 'user', 'confirmationCode', 'business', 'businessByCode'] as const
export type StoredKey = (typeof storedKeys)[number]

/** Codes of a missing value (AMB-120): kept for the program, never shown. */
const notFoundCodes: Record<StoredKey, string> = {
  token: 'TOKEN_NOT_FOUND',
  step: 'STEP_NOT_FOUND',
  user: 'USER_NOT_FOUND',
  confirmationCode: 'CODE_NOT_FOUND',
  business: 'BUSINESS_NOT_FOUND',
  businessByCode: 'BUSINESS_NOT_FOUND',
}

export type Slice<T> = { status: 'succeeded'; value: T } | { status: 'failed'; error: string }

/** The slice of one stored key: its text, or the not-found code, which is also left on `<html data-not-found>`. */
export function readSlice(key: StoredKey): Slice<string> {
  const value = readStored(key)
  markMissing(key, value === null)
  return value === null ? { status: 'failed', error: notFoundCodes[key] } : { status: 'succeeded', value }
}

/** The same for a key that holds JSON; an unreadable value counts as missing. */
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
  return browserStorage()?.getItem(key) ?? null
}

export function writeStored(key: StoredKey, value: string): void {
  browserStorage()?.setItem(key, value)
  markMissing(key, false)
  tellListeners()
}

export function writeStoredJson(key: StoredKey, value: unknown): void {
  writeStored(key, JSON.stringify(value))
}

export function removeStored(key: StoredKey): void {
  browserStorage()?.removeItem(key)
  tellListeners()
}

const listeners = new Set<() => void>()
const tellListeners = () => {
  for (const listener of listeners) listener()
}

/** Calls back when this tab writes or removes a value. Returns how to stop. */
export function onStored(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing out leaves nothing behind. */
export function clearStored(): void {
  for (const key of storedKeys) removeStored(key)
}

const unsentTexts = 'unsent-texts'

/** Messages being written, by conversation: a reload of this tab loses none (M-036), its closing all. */
export function readUnsentTexts(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(unsentTexts) ?? '{}')
  } catch {
    return {}
  }
}

/** Nothing to keep removes the key: what a signed-out tab must be left with. */
export function keepUnsentTexts(texts: Record<string, string>): void {
  try {
    if (Object.keys(texts).length === 0) sessionStorage.removeItem(unsentTexts)
    else sessionStorage.setItem(unsentTexts, JSON.stringify(texts))
  } catch {
    // Forbidden or full: they stay in the memory of the page.
  }
}

/** Calls back when another tab removes the token (AMB-131). Returns how to stop listening. */
export function onTokenRemovedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    const cleared = event.key === null || (event.key === 'token' && event.newValue === null)
    if (cleared) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

const missing = new Set<StoredKey>()

/** By key, not by code: one of the two businesses may be missing while the other is there. */
function markMissing(key: StoredKey, isMissing: boolean): void {
  if (isMissing) missing.add(key)
  else missing.delete(key)
  const codes = new Set([...missing].map((one) => notFoundCodes[one]))
  if (typeof document !== 'undefined') document.documentElement.dataset.notFound = [...codes].join(' ')
}

/** Absent when the browser forbids storage (some private windows). */
function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
