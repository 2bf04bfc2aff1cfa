import type { AnswerOf, EndpointKey } from '@parvis/domain/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type Input } from '../lib/request.ts'

/** The endpoints whose answers are cached. */
export type ReadEndpoint = Extract<EndpointKey, `GET ${string}`>

/** The cache key of a call: its endpoint, then what is asked of it. `refresh('GET …')` finds it by the endpoint. */
export const cacheKey = <K extends EndpointKey>(endpoint: K, ...input: Input<K>) => [endpoint, ...input] as const

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

type AskedOf<K extends EndpointKey> = Extract<Input<K>[0], { query?: unknown }>['query'] & object
type Cursor = { before?: string; after?: string }

/** Apart from the key of the first page alone, which another reader may cache. */
const pagesKey = (endpoint: ReadEndpoint, asked: object) => [endpoint, asked, 'pages'] as const

/** A list that comes by pages. `next`: where the page after this one begins; undefined after the last. */
export function pagesQuery<K extends ReadEndpoint>(
  endpoint: K,
  asked: AskedOf<K>,
  next: (page: AnswerOf<K>) => Cursor | undefined,
) {
  const send = call as (endpoint: K, input: object) => Promise<AnswerOf<K>>
  return infiniteQueryOptions({
    queryKey: pagesKey(endpoint, asked),
    queryFn: ({ pageParam, signal }) => send(endpoint, { query: { ...asked, ...pageParam }, signal }),
    initialPageParam: {} as Cursor,
    getNextPageParam: next,
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
