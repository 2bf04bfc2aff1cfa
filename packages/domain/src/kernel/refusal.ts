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

/** One feature's refusals: key → kind and the stable code of api.md section 5. */
export type Refusals = Record<`${string}.${string}`, { kind: RefusalKind; code: string }>
