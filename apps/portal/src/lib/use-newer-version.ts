import { formatDayTime, formatTime } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { useRef, useState } from 'react'
import { ApiError } from './api-error.ts'

type Options<T> = {
  /** The stored one, read anew. */
  read: () => Promise<T>
  /** All that the form may change of it, to compare. */
  versionOf: (stored: T) => string
  /** What to say when it was changed meanwhile. */
  textOf: (stored: T) => string
}

/**
 * On the server the last write holds, whole. Who is about to overwrite what was saved elsewhere since the form was filled
 * is asked first. A save that got no answer may have been made: its retry carries the same key and is not asked about.
 */
export function useNewerVersion<T>({ read, versionOf, textOf }: Options<T>) {
  const [newer, setNewer] = useState<T>()
  const overwritten = useRef<string>(undefined)
  const isUnanswered = useRef(false)

  /** Saves what was filled from the version `base`, or says that there is a newer one. */
  const save = async <R>(base: string, write: (stored: T) => Promise<R>): Promise<R> => {
    const stored = await read()
    const version = versionOf(stored)
    if (!isUnanswered.current && version !== base && version !== overwritten.current) {
      setNewer(stored)
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
    text: newer === undefined ? '' : textOf(newer),
    save,
    close: () => setNewer(undefined),
    /** The next save may overwrite the newer version. */
    allow: () => {
      overwritten.current = newer === undefined ? undefined : versionOf(newer)
      setNewer(undefined)
    },
  }
}

/** `à 14:32`, with the day when it is another. */
export function whenChanged(date: string, now: number): string {
  return parisToday(Date.parse(date)) === parisToday(now) ? `à ${formatTime(date)}` : `le ${formatDayTime(date)}`
}
