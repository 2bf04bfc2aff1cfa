import {
  type Answer,
  type Contract,
  type Endpoint,
  methodOf,
  type Params,
  type Query,
} from '@parvis/domain/kernel/contract'
import type { CallOf } from './actor.ts'
import { type Read, type Writer, writerOf } from './caller.queries.ts'
import type { Limit } from './limits.ts'
import { isForResidents } from './resident-door.ts'

export type Handler<E extends Endpoint> = (call: CallOf<E>) => Promise<Handled<E>>
export type AnyHandler = (call: CallOf<Endpoint>) => Promise<unknown>
type Handled<E extends Endpoint> = E extends { sendsItself: true } | { answer: 'raw' }
  ? void
  : E extends { streamed: true }
    ? AsyncIterable<string>
    : E extends { inParts: true }
      ? AsyncIterable<Answer<E>>
      : E extends { answer: NonNullable<Endpoint['answer']> }
        ? Answer<E>
        : void
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> }

export type Prefetch<C extends Contract> = {
  [Name in keyof C]?: (address: { params: Params<C[Name]>; query: Query<C[Name]> }) => Read | undefined
}

export type NamedInPath<E extends Endpoint> = Pick<CallOf<E>, 'actor' | 'params'>

export type Options<C extends Contract> = {
  /** Reads the answer of a writing call once more for a retry, when it is a list too long to be stored with the key. */
  retryReader?: Partial<Handlers<C>>
  /** The read of a reading call, which travels in the authentication statement. */
  prefetch?: Prefetch<C>
  /** The limits of a writing call, which are counted in the authentication statement. */
  limits?: { [Name in keyof C]?: readonly Limit[] }
  /** Refuses an object of the path that the caller does not have, when the body is refused (api.md 8.30). */
  find?: { [Name in keyof C]?: (address: NamedInPath<C[Name]>) => Promise<unknown> }
}

/** What is known of an endpoint before any call: made once, when its route is registered. */
export type Plan = {
  endpoint: Endpoint
  handler: AnyHandler
  retryReader: AnyHandler | undefined
  prefetch: ((address: { params: unknown; query: unknown }) => Read | undefined) | undefined
  find: ((address: NamedInPath<Endpoint>) => Promise<unknown>) | undefined
  /** Of a writing call: who calls, counted against its limits. */
  writer: Writer | undefined
  /** Its answer is plain JSON in a scope whose onSend hooks change nothing. */
  isPlain: boolean
  /** Without a body it is answered in the onRequest hook: Fastify's later hooks have nothing to do. */
  isAtOnce: boolean
}

/**
 * Write limit of one person over all calls: 300 a minute, more than any hand does; what each write may leave is bounded by its
 * own rule.
 */
export const writes = { name: 'writes', max: 300, seconds: 60 }

export function endpointPlan<C extends Contract>(
  contract: C,
  name: string,
  handlers: Handlers<C>,
  options: Options<C>,
): Plan {
  const endpoint = contract[name] as Endpoint
  const prefetch = options.prefetch?.[name] as Plan['prefetch']
  const { isWrite, isPlain } = kindOf(endpoint)
  return {
    endpoint,
    handler: handlers[name] as unknown as Plan['handler'],
    retryReader: options.retryReader?.[name] as unknown as Plan['retryReader'],
    prefetch,
    find: options.find?.[name] as Plan['find'],
    writer: isWrite ? writerOf([writes, ...(options.limits?.[name] ?? [])]) : undefined,
    isPlain,
    isAtOnce: (prefetch !== undefined || isWrite) && isPlain,
  }
}

function kindOf(endpoint: Endpoint): { isWrite: boolean; isPlain: boolean } {
  const { answer, streamed, sendsItself, access } = endpoint
  const isJson = answer !== 'raw' && !streamed
  return { isWrite: methodOf(endpoint) !== 'GET' && isJson, isPlain: isJson && !sendsItself && !isForResidents(access) }
}
