import type { AnswerOf, EndpointKey } from '@parvis/domain/api'
import { queryOptions } from '@tanstack/react-query'
import { call, type Input } from '../lib/request.ts'

/** The endpoints whose answers are cached. */
export type ReadEndpoint = Extract<EndpointKey, `GET ${string}`>

/** The cache key of a call: its endpoint, then what is asked of it. `refresh('GET …')` finds it by the endpoint. */
export const cacheKey = <K extends EndpointKey>(endpoint: K, ...input: Input<K>) => [endpoint, ...input] as const

/** The key of its pages together, where another reader caches the first one alone. */
export const pagesKey = <K extends EndpointKey>(...called: [K, ...Input<K>]) => [...called, 'pages'] as const

/**
 * A call as query options: `useQuery(query('GET /v1/company/:id/codes'))`. Two pages that ask the same share
 * one answer, without knowing each other.
 */
export function query<K extends ReadEndpoint>(endpoint: K, ...input: Input<K>) {
  const send = call as (endpoint: K, input: object) => Promise<AnswerOf<K>>
  return queryOptions<AnswerOf<K>>({
    queryKey: cacheKey(endpoint, ...input),
    queryFn: ({ signal }) => send(endpoint, { ...input[0], signal }),
  })
}

/** The key of data that no call answers as it is: built on the device, it is not made old by a change on the server. */
export const deviceKey = (
  name:
    | 'thread'
    | 'device-subscription'
    | 'copied-instant'
    | 'address'
    | 'last-picture'
    | 'example-replies'
    | 'establishment-of',
  ...parts: readonly (string | number | null)[]
) => [name, ...parts]
