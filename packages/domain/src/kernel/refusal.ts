/** Why the product says no. The kind decides the HTTP status, nothing else. */
export const statusOfKind = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  unprocessable: 422,
  'too-many': 429,
  failure: 500,
  upstream: 502,
  unavailable: 503,
} as const

export type RefusalKind = keyof typeof statusOfKind

type Row<C extends string> = { kind: RefusalKind; code: C; text: string }

/** One feature's refusals: key → kind, the stable code of api.md section 5, the French sentence. */
export type Refusals = Record<`${string}.${string}`, Row<string>>

const of =
  (kind: RefusalKind) =>
  <C extends string>(code: C, text: string): Row<C> => ({ kind, code, text })

export const invalid = of('invalid')
export const unauthenticated = of('unauthenticated')
export const forbidden = of('forbidden')
export const absent = of('not-found')
export const methodNotAllowed = of('method-not-allowed')
export const conflict = of('conflict')
export const tooLarge = of('too-large')
export const unsupported = of('unsupported')
export const unprocessable = of('unprocessable')
export const tooMany = of('too-many')
export const failure = of('failure')
export const upstream = of('upstream')
export const outage = of('unavailable')
