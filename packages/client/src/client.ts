import type { AnyEndpoint } from '@parvis/domain/api'
import type { Answer, Endpoint, EndpointAt, KeyOf } from '@parvis/domain/kernel/contract'
import { addressCall, type Call, type CallArguments, createCall } from './call.ts'
import { type BodyEncoding, encodeBody, type FileInput } from './encode-body.ts'

/** Transport: one HTTP exchange, in process, through a browser, or over kept-alive connections. */
export type Transport = (request: WireRequest) => Promise<WireReply>
export type WireRequest = {
  method: string
  /** From `/v1` on. */
  url: string
  headers: Record<string, string>
  payload: Buffer<ArrayBuffer> | undefined
}
export type WireReply = { status: number; text: string; headers: Record<string, unknown> }

export type ClientOptions = {
  token?: string | undefined
  /** How the body travels: multipart with files, else json, unless said. */
  as?: BodyEncoding
  /** Files of a multipart body, under their field names. */
  files?: Record<string, FileInput>
  headers?: Record<string, string>
}

export type Answered<T = unknown> = {
  status: number
  /** The `data` of a success. */
  data: T
  error: ErrorBody | undefined
  headers: Record<string, unknown>
}
export type ErrorBody = {
  code: string
  message: string
  fields?: Record<string, string>
  details?: Record<string, unknown>
}

/** `E`: the endpoints of the client, by key. */
export type Client<E extends Endpoint = AnyEndpoint> = {
  /** Returns `data`; throws a RefusedCall on any answer but a success. */
  call: Call<ClientOptions, E>
  /** Returns the whole answer, refusals included. */
  answer: <K extends KeyOf<E>>(
    key: K,
    ...input: CallArguments<EndpointAt<E, K>, ClientOptions>
  ) => Promise<Answered<Answer<EndpointAt<E, K>>>>
}

class RefusedCall extends Error {
  readonly status: number
  readonly code: string
  constructor(what: string, { status, error }: Answered) {
    super(`${what}: ${status} ${error?.code ?? ''} ${error?.message ?? ''}`)
    this.status = status
    this.code = error?.code ?? ''
  }
}

/** A client of Node, typed by the contracts: tests, the demonstration town, benches and faults call by it. */
export function createClient<E extends Endpoint = AnyEndpoint>(transport: Transport): Client<E> {
  const exchange = async (method: string, url: string, body: unknown, options: ClientOptions): Promise<Answered> => {
    const { status, text, headers } = await transport({ method, url, ...(await encodeCall(body, options)) })
    const isJson = String(headers['content-type']).includes('json')
    const { data, error } = (isJson ? JSON.parse(text) : {}) as { data?: unknown; error?: ErrorBody }
    return { status, data, error, headers }
  }
  return {
    call: createCall<ClientOptions, E>(async ({ method, url, body }, options) => {
      const answered = await exchange(method, url, body, options)
      if (answered.status >= 200 && answered.status < 300) return answered.data
      throw new RefusedCall(`${method} ${url}`, answered)
    }),
    answer: async (key, ...[input]) => {
      const { call, options } = addressCall<ClientOptions>(key, input)
      return (await exchange(call.method, call.url, call.body, options)) as Answered<never>
    },
  }
}

/** A body with its content type, as it travels. */
export async function encodeCall(
  body: unknown,
  { token, as, files = {}, headers = {} }: ClientOptions,
): Promise<Pick<WireRequest, 'headers' | 'payload'>> {
  const own = { ...(token && { authorization: `Bearer ${token}` }), ...headers }
  const encoded = encodeBody(body, as ?? (Object.keys(files).length > 0 ? 'multipart' : 'json'), files)
  if (encoded.body === undefined) return { headers: own, payload: undefined }
  // A Response writes the boundary of a multipart body.
  const response = new Response(encoded.body)
  const type = encoded.contentType ?? response.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type, ...own }, payload: Buffer.from(await response.arrayBuffer()) }
}

/** A form as tests write it, with its files among its fields. */
export function multipart<T extends object>(fields: T): { as: 'multipart'; body: T; files: Record<string, FileInput> } {
  const isFile = (value: unknown) => value instanceof Blob || (Array.isArray(value) && value[0] instanceof Blob)
  const entries = Object.entries(fields)
  const files = Object.fromEntries(entries.filter(([, value]) => isFile(value)))
  return { as: 'multipart', body: Object.fromEntries(entries.filter(([, value]) => !isFile(value))) as T, files }
}
