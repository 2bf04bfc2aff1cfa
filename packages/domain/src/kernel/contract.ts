import type { z } from 'zod'
import type { Role } from './roles.ts'

/**
 * Who may call an endpoint. The server enforces it in one place (`http/authorize.ts`).
 * - `public`: the Authorization header is ignored; `visitor`: read when it is there.
 * - `session`: any signed-in person. `super-admin`: with the flag set by the operator tool.
 * - `company`: the caller is a member of the company named there, with that role at least: 403 ROLE_FORBIDDEN below it. A malformed id
 *   in a path is 404, another's company is 403. `officialHall`: and that company is the official town hall of its commune,
 *   else 403 NOT_TOWN_HALL.
 * - `through`: the use case loads the object through the caller, so another's object is not found by it; `atLeast`: the least role in
 *   its company.
 * - `signature`: the request carries its own proof (webhook, signed address).
 * - On the residents' host only, by the cookie of a device: `resident`; `new-resident`, who is made by this act when there
 *   is none; `anyone`, known or not (residents.md section 9).
 */
export type Access =
  | ResidentAccess
  | 'public'
  | 'visitor'
  | 'session'
  | 'super-admin'
  | 'signature'
  | { company: CompanyIdPath; atLeast: Role; type?: 'mairie'; officialHall?: true; orSuperAdmin?: true }
  | { through: 'instant' | 'discussion' | 'order' | 'service' | 'payment' | 'act' | 'alert'; atLeast: Role }
  | { through: 'session' }

export type ResidentAccess = 'resident' | 'new-resident' | 'anyone'

export type CompanyIdPath = 'params.id' | 'params.companyId' | 'query.companyId' | 'body.companyId'

export type Endpoint = {
  summary: string
  /** `GET /v1/company/:id/hours`: the text by which a client calls it. */
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /v1/${string}`
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** File fields of a multipart body: how many at most under each name. */
  files?: Readonly<Record<string, number>>
  /** The files are PDF documents of so many bytes at most, not pictures; a text field beside them has so many. */
  document?: { maxBytes: number; maxTextBytes: number }
  /** What `data` holds, `{}` when absent; `raw` when the handler writes the reply itself (images, event stream, redirections). */
  answer?: z.ZodType | 'raw'
  /** The handler gives `data` as pieces of one JSON text, for a reading whose size nothing bounds. */
  streamed?: true
  /**
   * The handler gives the list part by part, each checked and written before the next is read (decision 0009); an item that it keeps
   * and gives again is written once (0009).
   */
  inParts?: true
  /** The handler sends the answer itself, with validators and headers of its own, for readers whose caches and proxies keep it. */
  sendsItself?: true
  /** A call that anybody may make as it stands, shown with curl in the documentation. */
  example?: `/v1/${string}`
  /** Feature refusals that this call may answer besides the common ones; none when absent. */
  refusals?: readonly string[]
  /** The refusal of badly formed input, 400 VALIDATION when absent. */
  invalid?: 'company.data_format'
  /**
   * An Idempotency-Key counts without a person too: the key alone is its scope, for ten minutes. Never for an answer that signs
   * somebody in.
   */
  onceByKey?: boolean
  /** Crowds ask at once for the row that the path names: a few of them are at work, the others wait their turn before all else. */
  queued?: true
  /** Which other origins may send a changing call of a resident: premium sites, or all. */
  origins?: 'premium' | 'all'
}

export type Contract = Record<string, Endpoint>

/** A picture or document received, already under the byte limit, not yet decoded. */
export type UploadedFile = { field: string; bytes: Uint8Array }

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Written<T> = T extends z.ZodType ? z.input<T> : undefined
export type Params<E extends Endpoint> = Parsed<E['params']>
export type Query<E extends Endpoint> = Parsed<E['query']>
export type Body<E extends Endpoint> = Parsed<E['body']>
export type Answer<E extends Endpoint> = E extends { answer: infer A }
  ? A extends z.ZodType
    ? z.output<A>
    : unknown
  : Record<string, never>

/** `POST /v1/authentication/start-session` */
export type KeyOf<E extends Endpoint> = E extends Endpoint ? E['call'] : never
export type EndpointAt<E extends Endpoint, K> = Extract<E, { call: K }>

type Call = Pick<Endpoint, 'call'>
export const methodOf = ({ call }: Call): string => call.slice(0, call.indexOf(' '))
/** The path of a call, `:id` for what varies. */
export const pathOf = ({ call }: Call): string => call.slice(call.indexOf(' ') + 1)

/** What a client of the endpoint sends. */
export type Sent<E extends Endpoint> = {
  params: Written<E['params']>
  query: Written<E['query']>
  body: Written<E['body']>
}
