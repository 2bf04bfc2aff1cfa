import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type FormOptions, useForm } from './use-form.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

type VersionedForm<S extends { version: number }, V extends object> = Omit<FormOptions<V>, 'initial' | 'submit'> & {
  /** As it was read last, of this device or another. */
  stored: S
  valuesOf: (stored: S) => V
  /** Saves over the version that was read; answers what is stored then. */
  save: (values: V, read: S) => Promise<S>
  /** Reads again what is stored, after a refusal. */
  reload: () => unknown
}

/**
 * A form of settings that carry a version (optimistic locking): what another device saves is shown where nothing was typed. Where
 * something was, the save is refused (409 NEWER_VERSION), `takeStored` shows the other's in its place, `saveMine` saves over it, and
 * leaving the page asks.
 */
export function useVersionedForm<S extends { version: number }, V extends object>(options: VersionedForm<S, V>) {
  const { stored, valuesOf, save, reload, name, ...form } = options
  const [read, setRead] = useState(stored)
  const isMoved = stored.version > read.version
  // A version that moved for something else than these values is in nobody's way.
  const isSame = JSON.stringify(valuesOf(stored)) === JSON.stringify(valuesOf(read))
  const isMine = useRef(false)
  const versioned = useForm<V>({
    ...form,
    initial: valuesOf(read),
    // A draft is of the values that it was typed over.
    ...(name && { name: `${name} ${JSON.stringify(valuesOf(read))}` }),
    submit: async (values) => {
      const saving = save(values, isMine.current || (isMoved && isSame) ? stored : read)
      setRead(
        await saving.catch((error: unknown) => {
          reload()
          throw error
        }),
      )
    },
  })
  useLeaveWarning(versioned.isDirty)
  const takeStored = () => {
    setRead(stored)
    versioned.reset(valuesOf(stored))
  }
  const saveMine = () => {
    isMine.current = true
    versioned.onSubmit()
    isMine.current = false
  }
  const follow = useEffectEvent(takeStored)
  // Of the layout: what is typed between the drawing and an effect after it would be taken away.
  useLayoutEffect(() => {
    if (isMoved && !versioned.isDirty) follow()
  }, [isMoved, versioned.isDirty])
  return { ...versioned, read, takeStored, saveMine }
}
