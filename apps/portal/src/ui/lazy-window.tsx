import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { afterFirstPaint } from '../lib/after-first-paint.ts'
import { showToast } from './toast.tsx'

type WindowProps = { opened?: boolean; onClose?: () => void }
type Load<P> = () => Promise<ComponentType<P>>

/** Files of windows that wait for `fetchWindows`; undefined once it was called. */
let waiting: (() => Promise<unknown>)[] | undefined = []

/** From now on the windows of a page are fetched with it, once it is quiet: they then open without network. */
export function fetchWindows(): void {
  const loads = waiting ?? []
  waiting = undefined
  for (const load of loads) fetchWhenQuiet(load)
}

function fetchWhenQuiet(load: () => Promise<unknown>): void {
  // A file that could not be fetched is fetched again when its window opens.
  afterFirstPaint(load).catch(() => undefined)
}

/** The file of a window or of an aid, which alone has a `fallback`: `loaded` once it was fetched. */
type WindowFile<P> = { load: Load<P>; loaded?: ComponentType<P>; fallback?: (props: P) => ReactNode }

async function fetchWindow<P>(file: WindowFile<P>): Promise<ComponentType<P>> {
  file.loaded ??= await file.load()
  return file.loaded
}

/**
 * A window in a file of its own. Without network a window that was not fetched says so at once and closes: it never opens by
 * itself later. `isHeavy`: fetched when it opens only.
 */
export function lazyWindow<P extends WindowProps>(
  load: Load<P>,
  options: { isHeavy?: boolean } = {},
): ComponentType<P> {
  return componentOf({ load }, options)
}

/** What helps to fill a field, a calendar or a map: until its file is here, the fallback, which a page never loses. */
export function lazyAid<P extends object>(
  load: Load<P>,
  fallback: (props: P) => ReactNode,
  options: { isHeavy?: boolean } = {},
): ComponentType<P> {
  return componentOf({ load, fallback }, options)
}

function componentOf<P extends object>(file: WindowFile<P>, { isHeavy = false }): ComponentType<P> {
  if (!isHeavy && waiting) waiting.push(() => fetchWindow(file))
  else if (!isHeavy) fetchWhenQuiet(() => fetchWindow(file))
  return (props: P) => createElement(LazyWindow<P>, { file, props })
}

type LazyWindowProps<P> = { file: WindowFile<P>; props: P }

function LazyWindow<P extends object>({ file, props }: LazyWindowProps<P>) {
  const { opened = true, onClose }: WindowProps = props
  const [Fetched, setFetched] = useState<ComponentType<P>>()
  const [failure, setFailure] = useState<unknown>()
  const Window = Fetched ?? file.loaded
  const isWanted = opened && !Window
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    const refuse = (error: unknown) => {
      if (file.fallback) return
      if (navigator.onLine) return setFailure(error)
      showToast('Sans connexion, ceci ne peut pas s’ouvrir. Réessayez quand le réseau sera revenu.', 'danger')
      close.current?.()
    }
    fetchWindow(file).then(
      (found) => !isGone && setFetched(() => found),
      (error) => !isGone && refuse(error),
    )
    return () => {
      isGone = true
    }
  }, [isWanted, file])
  // The page of errors, which loads the newer release.
  if (failure) throw failure
  return Window ? <Window {...props} /> : file.fallback?.(props)
}
