import { formatDayTime, formatTime } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { type FormOptions, useForm } from './use-form.ts'

type Stored<V, T> = {
  /** The stored one, read anew. */
  read: () => Promise<T>
  /** All that the form may change of it, to compare. */
  versionOf: (stored: T) => string
  /** What to say when it was changed meanwhile. */
  textOf: (stored: T) => string
  /** What the form is filled with when it starts again from the stored one. */
  valuesOf: (stored: T) => V
  /** The form starts again from this one: what the page shows and what was kept of the former follow. */
  onTaken: (stored: T) => void
}

type Sending<V, T> = {
  onProgress: (share: number) => void
  /** Leaves with the values what a call found out on the way. */
  complete: (changes: Partial<V>) => void
  /** The stored one as it was a moment ago; absent while nothing is stored. */
  stored?: T
}

type EditingOptions<V extends object, T, R> = Omit<FormOptions<V>, 'submit' | 'clearsOnEdit'> & {
  stored: Stored<V, T>
  /** Nothing is stored that a save could overwrite. */
  isNew?: boolean
  send: (values: V, sending: Sending<V, T>) => Promise<R>
  onSaved: (saved: R, values: V, complete: Sending<V, T>['complete']) => void | Promise<void>
  /** What the form shows of an error, beside which field. */
  shownAs?: (error: unknown) => unknown
}

/**
 * A long form over what is stored: what was typed and is wrong with it (`useForm`), how far its sending is, and the question
 * before it overwrites what was saved elsewhere since it was filled.
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
          ? await send(values, sending)
          : await save(values.version, (fresh) => send(values, { ...sending, stored: fresh }))
        await onSaved(saved, values, complete)
      } catch (error) {
        throw shownAs(error)
      }
    },
  })
  const asked = (found: T) => ({
    title: stored.textOf(found),
    onClose: close,
    /** The newer version may go: this form is saved as it was asked to be. */
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
 * On the server the last write holds, whole. Who is about to overwrite what was saved elsewhere since the form was filled
 * is asked first. A save that got no answer may have been made: its retry carries the same key and is not asked about.
 */
function useNewerVersion<V, T>({ read, versionOf, textOf }: Stored<V, T>) {
  const [newer, setNewer] = useState<{ stored: T }>()
  const overwritten = useRef<string>(undefined)
  const isUnanswered = useRef(false)

  /** Saves what was filled from the version `base`, or says that there is a newer one. */
  const save = async <R>(base: string, write: (stored: T) => Promise<R>): Promise<R> => {
    const stored = await read()
    const version = versionOf(stored)
    if (!isUnanswered.current && version !== base && version !== overwritten.current) {
      setNewer({ stored })
      throw new ApiError({ status: 409, code: 'newer_version', message: `${textOf(stored)}. Rien n’a été envoyé.` })
    }
    try {
      return await write(stored)
    } catch (error) {
      isUnanswered.current = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      throw error
    }
  }

  return {
    newer,
    save,
    close: () => setNewer(undefined),
    /** The next save may overwrite the newer version. */
    allow: () => {
      overwritten.current = newer && versionOf(newer.stored)
      setNewer(undefined)
    },
  }
}

/** `à 14:32`, with the day when it is another. */
export function whenChanged(date: string, now: number): string {
  return parisToday(Date.parse(date)) === parisToday(now) ? `à ${formatTime(date)}` : `le ${formatDayTime(date)}`
}
