import type { AnyEndpoint } from '@parvis/domain/api'
import type { Answer, Endpoint, EndpointAt, KeyOf, Sent } from '@parvis/domain/kernel/contract'
import { encodeQuery } from './encode-body.ts'

/** The parts of the input that the endpoint declares, and no other; ids of a path as texts or numbers. */
type Parts<T> = {
  [P in keyof T as T[P] extends undefined ? never : P]: P extends 'params'
    ? { [N in keyof T[P]]: T[P][N] | number }
    : T[P]
}
/** A part whose fields may all be absent may be absent itself. */
type Omittable<T> = { [P in keyof T]: Record<never, never> extends T[P] ? P : never }[keyof T]
type Declared<T> = Omit<Parts<T>, Omittable<Parts<T>>> & Partial<Pick<Parts<T>, Omittable<Parts<T>>>>

export type CallArguments<E extends Endpoint, Options> =
  Record<never, never> extends Declared<Sent<E>>
    ? [input?: Declared<Sent<E>> & Options]
    : [input: Declared<Sent<E>> & Options]

/** `call('GET /v1/company/settings/:companyId', { params: { companyId } })` gives what `data` holds. */
export type Call<Options, E extends Endpoint = AnyEndpoint> = <K extends KeyOf<E>>(
  key: K,
  ...input: CallArguments<EndpointAt<E, K>, Options>
) => Promise<Answer<EndpointAt<E, K>>>

/** A call with its URL: path filled in, query appended, body not encoded yet. */
export type AddressedCall = { method: string; url: string; body: unknown }

/**
 * Calls the API by the keys of its contracts, of which only the types are used: no schema reaches the browser.
 * `send` gives what `data` holds and throws on a refusal; it is handed the options of the call as they are.
 */
export function createCall<Options extends object, E extends Endpoint = AnyEndpoint>(
  send: (call: AddressedCall, options: Options) => Promise<unknown>,
): Call<Options, E> {
  return async <K extends KeyOf<E>>(key: K, ...[input]: CallArguments<EndpointAt<E, K>, Options>) => {
    const { call, options } = addressCall<Options>(key, input)
    return (await send(call, options)) as Answer<EndpointAt<E, K>>
  }
}

type LooseInput = { params?: unknown; query?: unknown; body?: unknown }

export function addressCall<Options extends object>(
  key: string,
  input: (LooseInput & Options) | undefined,
): { call: AddressedCall; options: Options } {
  const { params, query, body, ...options } = input ?? ({} as LooseInput & Options)
  const [method = 'GET', path = ''] = key.split(' ')
  return { call: { method, url: fillPath(path, params) + encodeQuery(query), body }, options: options as Options }
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
}
