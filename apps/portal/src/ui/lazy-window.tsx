import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { afterFirstPaint } from '../lib/after-first-paint.ts'
import { showToast } from './toast.tsx'

type WindowProps = { opened?: boolean; onClose?: () => void }

/**
 * A window in a file of its own: fetched once its page is quiet where it stands closed in it, else when it opens. Without network one
 * that was not fetched says so at once and closes: it never opens by itself later.
 *
 * With `fallback`, what helps to fill a field, a calendar or a map: until its file is here, the fallback, which a page never loses.
 */
export function lazyWindow<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback?: (props: P) => ReactNode,
): ComponentType<P> {
  const file: WindowFile<P> = { load, fallback }
  return (props) => <LazyWindow file={file} props={props} />
}

type WindowFile<P> = {
  load: () => Promise<ComponentType<P>>
  loaded?: ComponentType<P>
  fallback: ((props: P) => ReactNode) | undefined
}

async function fetchWindow<P>(file: WindowFile<P>): Promise<ComponentType<P>> {
  file.loaded ??= await file.load()
  return file.loaded
}

function LazyWindow<P extends object>({ file, props }: { file: WindowFile<P>; props: P }) {
  const { opened = true, onClose }: WindowProps = props
  const [Fetched, setFetched] = useState<ComponentType<P>>()
  const [failure, setFailure] = useState<unknown>()
  const Window = Fetched ?? file.loaded
  const isMissing = !Window
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    if (!isMissing) return undefined
    // A file that could not be fetched ahead is fetched again when its window opens.
    if (!opened) return void afterFirstPaint(() => fetchWindow(file)).catch(() => undefined)
    let isGone = false
    const refuse = (error: unknown) => {
      if (isGone || file.fallback) return
      if (navigator.onLine) return setFailure(error)
      showToast('Sans connexion, ceci ne peut pas s’ouvrir. Réessayez quand le réseau sera revenu.', 'danger')
      close()
    }
    fetchWindow(file).then((found) => isGone || setFetched(() => found), refuse)
    return () => {
      isGone = true
    }
  }, [isMissing, opened, file])
  // The page of errors, which loads the newer release.
  if (failure) throw failure
  return Window ? <Window {...props} /> : file.fallback?.(props)
}
