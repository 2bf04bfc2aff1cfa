import { encodeQuery } from '@parvis/client/encode-body'
import type { AnswerOf, EndpointKey, InputOf } from '@parvis/domain/api'
import { type CallOptions, request } from './request.ts'

/** The parts of the input that the endpoint declares, and no other. */
type Declared<T> = { [P in keyof T as T[P] extends undefined ? never : P]: T[P] }
export type CallInput<K extends EndpointKey> = Declared<InputOf<K>> & CallOptions

type Arguments<K extends EndpointKey> = keyof Declared<InputOf<K>> extends never
  ? [input?: CallInput<K>]
  : [input: CallInput<K>]

/**
 * Calls the API: `call('GET /v1/company/settings/:companyId', { params: { companyId } })` gives what `data` holds.
 * Throws an ApiError with a French sentence. Typed by the contracts, of which nothing reaches the browser.
 */
export function call<K extends EndpointKey>(key: K, ...[input]: Arguments<K>): Promise<AnswerOf<K>> {
  const { params, query, body, ...options }: LooseInput = input ?? {}
  const [method = 'GET', path = ''] = key.split(' ')
  return request<AnswerOf<K>>(method, fillPath(path, params) + encodeQuery(query), body, options)
}

type LooseInput = CallOptions & { params?: unknown; query?: unknown; body?: unknown }

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
}
