import type { AnswerOf } from '@parvis/domain/api'
import { useEffect, useState } from 'react'
import { partOfStart } from './first-call.ts'
import { call } from './request.ts'

/** Public links and values of this installation; a link without value is not rendered. */
export type Configuration = AnswerOf<'GET /v1/configuration'>

let known: Configuration | undefined
let reading: Promise<Configuration> | undefined

/** Read once for as long as the page is loaded, unless it failed. */
export function askConfiguration(): Promise<Configuration> {
  reading ??= read().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}

async function read(): Promise<Configuration> {
  known = (await partOfStart('configuration')) ?? (await call('GET /v1/configuration', { anonymous: true }))
  return known
}

/** For what a signed-out visitor sees, which waits for no query cache; undefined until it is read, which `isWanted` asks for. */
export function useConfiguration(isWanted = true): Configuration | undefined {
  const [configuration, setConfiguration] = useState(known)
  useEffect(() => {
    if (isWanted) askConfiguration().then(setConfiguration, () => undefined)
  }, [isWanted])
  return configuration
}

/** Failures that only the team can resolve: a blocked phone, too many attempts. */
export const needsTeam = (errorKey: string | undefined): boolean =>
  errorKey === 'contact_provider' || errorKey === 'too_many_attempts'

/** The team's e-mail address for such a failure, fetched only then; undefined for others. */
export function useTeamAddress(errorKey: string | undefined): string | undefined {
  const isWanted = needsTeam(errorKey)
  const configuration = useConfiguration(isWanted)
  return (isWanted && configuration?.supportEmail) || undefined
}
