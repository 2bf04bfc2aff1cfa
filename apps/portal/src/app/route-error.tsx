import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { reportError } from '../lib/error-report.ts'
import { LoadError } from '../ui/load-error.tsx'

const broken = 'Un imprévu est survenu. Notre équipe vient d’en être informée.'

/** A page that could not be loaded, or that broke while rendering: never a blank page. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  useEffect(() => {
    if (!(error instanceof ApiError)) reportError(error)
  }, [error])

  const retry = () => {
    reset()
    void router.invalidate()
  }
  const message = error instanceof ApiError ? undefined : broken
  return <LoadError error={error} message={message} onRetry={retry} page />
}
