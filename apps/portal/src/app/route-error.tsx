import { useEffect, useState } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { isMissingFile, sendErrorReport } from '../lib/error-report.ts'
import { revisit } from '../lib/history.ts'
import { LoadError } from '../ui/load-error.tsx'

const broken = 'Un imprévu est survenu.'
const reported = 'Un imprévu est survenu. Notre équipe vient d’en être informée.'
const missing = 'Cette page n’a pas pu être chargée.'

/** The error page of a route whose file did not load or whose rendering threw: never a blank page. */
export function RouteError({ error }: { error: unknown }) {
  const [isReported, setReported] = useState(false)
  const isOurs = !(error instanceof ApiError) && !isMissingFile(error)
  useEffect(() => {
    if (isOurs) void sendErrorReport(error).then(setReported)
  }, [error, isOurs])

  const retry = () => {
    // The module map remembers a failed `import()`: only reloading the document fetches the file again.
    if (isMissingFile(error)) return window.location.reload()
    revisit()
  }
  return <LoadError error={error} message={messageFor(error, isOurs, isReported)} onRetry={retry} page />
}

function messageFor(error: unknown, isOurs: boolean, isReported: boolean): string | undefined {
  if (isOurs) return isReported ? reported : broken
  return isMissingFile(error) ? missing : undefined
}
