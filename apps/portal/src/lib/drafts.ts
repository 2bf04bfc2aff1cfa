import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserStore } from './browser-store.ts'
import { createEvents } from './create-store.ts'
import { establishment } from './establishment.ts'
import { onSessionEnd } from './session-end.ts'
import { readStored } from './storage.ts'

/**
 * What a person types and has not sent yet, the one store of it: messages, notes, forms, files included. It survives another
 * page, a reload, a closed tab and a session that expired; signing out erases it, and nobody else reads it.
 */
type StoredDraft = { key: string; at: number; values: unknown }

const drafts = new Map<string, unknown>()
const changes = createEvents()
const device = browserStore<StoredDraft>('parvis-drafts')
const keptFor = 30 * 86_400_000
const writeDelay = 300

let owner = ''
let loading: Promise<void> | undefined

/** Shows the drafts of this person, once those of the device are read: before their pages are drawn. */
export async function openDrafts(userId: number): Promise<void> {
  owner = String(userId)
  loading ??= load()
  await loading
}

async function load(): Promise<void> {
  for (const { key, at, values } of await device.read()) {
    if (Date.now() - at > keptFor) void device.remove(key)
    else if (!drafts.has(key)) drafts.set(key, values)
  }
}

const keyOfDraft = (name: string) => `${owner} ${name}`

/** @internal */
export const readDraft = <V>(name: string): V | undefined => drafts.get(keyOfDraft(name)) as V | undefined

/**
 * Keeps a draft; undefined forgets it. `onDevice`: what of it is written to the device; null for one that has its own mirror.
 *
 * @internal
 */
export function keepDraft(name: string, values: unknown, onDevice: unknown = values): void {
  const key = keyOfDraft(name)
  if (values === undefined) drafts.delete(key)
  else drafts.set(key, values)
  changes.emit()
  if (owner !== '') writeSoon(key, onDevice)
}

/** At once, then every 300 ms at most: a record may hold a photo. */
const unwritten = new Map<string, unknown>()
const rests = new Map<string, ReturnType<typeof setTimeout>>()

function writeSoon(key: string, values: unknown): void {
  unwritten.set(key, values)
  if (!rests.has(key)) write(key)
}

function write(key: string): void {
  rests.delete(key)
  if (!unwritten.has(key)) return
  const values = unwritten.get(key)
  unwritten.delete(key)
  rests.set(
    key,
    setTimeout(() => write(key), writeDelay),
  )
  void (values === undefined || values === null ? device.remove(key) : device.put({ key, at: Date.now(), values }))
}

const writeAll = () => [...unwritten.keys()].forEach(write)
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', writeAll)
if (typeof window !== 'undefined') window.addEventListener('pagehide', writeAll)

onSessionEnd((how) => {
  if (how === 'expired') return writeAll()
  owner = ''
  unwritten.clear()
  drafts.clear()
  // Another tab that signs out erases the device itself.
  if (how === 'left') void device.clear()
})

export type WriteDraft<V> = (changes: Partial<V> | ((now: V) => Partial<V>)) => void

/** A draft shared by every place that writes it; one that is empty again is forgotten. `onDevice`: what a reload may bring back. */
export function useDraft<V extends object>(
  name: string,
  empty: V,
  onDevice = (draft: V): V => draft,
): [V, WriteDraft<V>] {
  const latest = () => readDraft<V>(name) ?? empty
  const draft = useSyncExternalStore(changes.on, latest)
  const write: WriteDraft<V> = (changes) => {
    const next = { ...latest(), ...(typeof changes === 'function' ? changes(latest()) : changes) }
    const isEmpty = Object.entries(next).every(([field, value]) => !value || value === empty[field as keyof V])
    if (isEmpty) keepDraft(name, undefined)
    else keepDraft(name, next, onDevice(next))
  }
  return [draft, write]
}

/** Where to take the owner of a company back to, after a session that expired while a form was being filled. */
const interruptedPages = new Map<string, string>()
export const interruptedPage = (companyId: string): string | undefined => interruptedPages.get(companyId)

/** The values kept of a form of this establishment. Keeps those typed since; a form that is saved, reset or left forgets them. */
export function useFormDraft<V>(form: string | undefined): V | undefined {
  const name = nameOf(form)
  const [kept] = useState(() => name && readDraft<V>(name))
  useEffect(() => {
    if (name) interruptedPages.delete(establishment.shown() ?? '')
  }, [name])
  useEffect(() => {
    if (!name) return
    clearTimeout(leaving.get(name))
    // Left on purpose, after the question of a changed form; not taken away with the page of a session that ended.
    return () => {
      if (readStored('token') !== null)
        leaving.set(
          name,
          setTimeout(() => keepDraft(name, undefined)),
        )
    }
  }, [name])
  return kept || undefined
}

/** Forms unmounted in this task: a form that React mounts again at once (StrictMode) keeps its draft. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>()

/** `isMirrored`: its texts are kept elsewhere, so that the device keeps nothing of it here. */
export function useKeepForm(form: string | undefined, isDirty: boolean, values: unknown, isMirrored = false): void {
  const name = nameOf(form)
  useEffect(() => {
    if (!name) return
    if (!isDirty) return keepDraft(name, undefined)
    keepDraft(name, values, isMirrored ? null : values)
    const page = location.pathname + location.search
    return onSessionEnd((how) => {
      if (how === 'expired') interruptedPages.set(establishment.shown() ?? '', page)
    })
  }, [name, isMirrored, isDirty, values])
}

const nameOf = (form: string | undefined) => form && `${establishment.shown()} ${form}`
