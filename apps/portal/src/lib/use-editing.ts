import { formatDayTime, formatTime } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { type FormOptions, useForm } from './use-form.ts'

type Stored<V, T> = {
  /** Reads the stored object anew. */
  read: () => Promise<T>
  /** A comparable text of every field that the form may change. */
  versionOf: (stored: T) => string
  /** The server compares the version that it is sent (409 NEWER_VERSION): nothing is read before a save. */
  isComparedByServer?: boolean
  /** The title of the dialog when the object was changed meanwhile. */
  textOf: (stored: T) => string
  /** The values that the form is reset to from the stored object. */
  valuesOf: (stored: T) => V
  /** Called when the form is reset to a newer stored object: the page shows it, the draft is dropped. */
  onTaken: (stored: T) => void
}

type Sending<V> = {
  onProgress: (share: number) => void
  /** Adds to the values what a call returned (a point of an address) without marking the form as changed. */
  complete: (changes: Partial<V>) => void
  /** The version that this save replaces; empty while nothing is stored. */
  version: string
}

type EditingOptions<V extends object, T, R> = Omit<FormOptions<V>, 'submit' | 'clearsOnEdit'> & {
  stored: Stored<V, T>
  /** Nothing is stored yet that a save could overwrite. */
  isNew?: boolean
  send: (values: V, sending: Sending<V>) => Promise<R>
  onSaved: (saved: R, values: V, complete: Sending<V>['complete']) => void | Promise<void>
  /** What the form shows of an error: its message and the fields it belongs to. */
  shownAs?: (error: unknown) => unknown
}

/**
 * A long form over a stored object: typed values and errors (`useForm`), upload progress, and the question before a save
 * overwrites a newer version.
 */
export function useEditing<V extends { version: string }, T, R>(options: EditingOptions<V, T, R>) {
  const { stored, isNew = false, send, onSaved, shownAs = (error) => error, ...rest } = options
  const [progress, setProgress] = useState(0)
  const { newer, save, allow, close } = useNewerVersion<V, T>(stored)
  const form = useForm<V>({
    ...rest,
    clearsOnEdit: true,
    submit: async (values, complete) => {
      try {
        setProgress(0)
        const sending = { complete, onProgress: setProgress }
        const saved = isNew
          ? await send(values, { ...sending, version: '' })
          : await save(values.version, (version) => send(values, { ...sending, version }))
        await onSaved(saved, values, complete)
      } catch (error) {
        throw shownAs(error)
      }
    },
  })
  const asked = (found: T) => ({
    title: stored.textOf(found),
    onClose: close,
    /** Overwrites the newer version: the form is saved as it is. */
    onKeepMine: () => {
      allow()
      form.onSubmit()
    },
    onTakeStored: () => {
      stored.onTaken(found)
      form.reset(stored.valuesOf(found))
      close()
    },
  })
  return {
    ...form,
    progress,
    newer: newer && { ...newer, values: stored.valuesOf(newer.stored), question: asked(newer.stored) },
  }
}

/**
 * The form asks before it overwrites a version saved elsewhere since it was filled: the server refuses the older version, or the last
 * write wins there and the stored one is read first. A save without an answer may have been made: its retry carries the same
 * Idempotency-Key and asks nothing.
 */
function useNewerVersion<V, T>({ read, versionOf, textOf, isComparedByServer = false }: Stored<V, T>) {
  const [newer, setNewer] = useState<{ stored: T }>()
  const overwritten = useRef<string>(undefined)
  const isUnanswered = useRef(false)

  const refuse = (stored: T): never => {
    setNewer({ stored })
    throw new ApiError({ status: 409, code: 'newer_version', message: `${textOf(stored)}. Rien n’a été enregistré.` })
  }

  const compare = async (base: string): Promise<void> => {
    const stored = await read()
    const version = versionOf(stored)
    if (!isUnanswered.current && version !== base && version !== overwritten.current) refuse(stored)
  }

  /** Saves a form filled from the version `base`, or reports that a newer one is stored. */
  const save = async <R>(base: string, write: (version: string) => Promise<R>): Promise<R> => {
    if (!isComparedByServer) await compare(base)
    try {
      return await write(overwritten.current ?? base)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NEWER_VERSION') refuse(await read())
      isUnanswered.current = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      throw error
    }
  }

  return {
    newer,
    save,
    close: () => {
      overwritten.current = undefined
      setNewer(undefined)
    },
    /** Allows the next save to overwrite the newer version. */
    allow: () => {
      overwritten.current = newer && versionOf(newer.stored)
      setNewer(undefined)
    },
  }
}

/** The time `à 14:32`, with the day when it is not today. */
export function whenChanged(date: string, now: number): string {
  return parisToday(Date.parse(date)) === parisToday(now) ? `à ${formatTime(date)}` : `le ${formatDayTime(date)}`
}
