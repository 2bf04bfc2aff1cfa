import type { AnyEndpoint } from '@parvis/domain/api'
import type { Answer, Endpoint, EndpointAt, KeyOf, Sent } from '@parvis/domain/kernel/contract'
import { encodeQuery } from './encode-body.ts'

/** The parts of the input that the endpoint declares, and no other; ids of a path as texts or numbers, those known beforehand at will. */
type Parts<T, Known> = {
  [P in keyof T as T[P] extends undefined ? never : P]: P extends 'params'
    ? { [N in Exclude<keyof T[P], Known>]: T[P][N] | number } & { [N in keyof T[P] & Known]?: T[P][N] }
    : T[P]
}
/** A part whose fields may all be absent may be absent itself. */
type Omittable<T> = { [P in keyof T]: Record<never, never> extends T[P] ? P : never }[keyof T]
type Split<T> = Omit<T, Omittable<T>> & Partial<Pick<T, Omittable<T>>>
type Declared<E extends Endpoint, Known> = Split<Parts<Sent<E>, Known>>

/** The input of a call. `Known`: ids of its path that `send` of the client fills in by itself. */
export type CallArguments<E extends Endpoint, Options, Known = never> =
  Record<never, never> extends Declared<E, Known>
    ? [input?: Declared<E, Known> & Options]
    : [input: Declared<E, Known> & Options]

/** The id by which a path names the company that the caller works for. */
export type CompanyParam<E extends Endpoint> = E['access'] extends { company: `params.${infer N}` } ? N : never

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
