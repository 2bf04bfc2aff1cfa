import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { afterFirstPaint } from '../../lib/after-first-paint.ts'

const hasWorkers = () => 'serviceWorker' in navigator

/** The worker of the portal (U-082), once it is active. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return await navigator.serviceWorker.ready
}

/** Installs the worker once the page is shown, and goes where a tap on a notification leads. */
export function useWorker(): void {
  const router = useRouter()
  useEffect(() => {
    if (!hasWorkers()) return
    const follow = ({ data }: MessageEvent<{ open?: string } | null>) => {
      if (data?.open) router.history.push(data.open)
    }
    navigator.serviceWorker.addEventListener('message', follow)
    // A browser that keeps no worker (a private window) has everything else.
    afterFirstPaint(readyWorker).catch(() => undefined)
    return () => navigator.serviceWorker.removeEventListener('message', follow)
  }, [router])
}
