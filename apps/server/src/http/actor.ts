import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Access, Body, Endpoint, Params, Query, UploadedFile } from '@parvis/domain/kernel/contract'
import type { Role } from '@parvis/domain/kernel/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A signed-in caller. */
export type Actor = {
  userId: number
  sessionId: number
  /** Empty once the number went to somebody else. */
  phone: string
  isSuperAdmin: boolean
  /** Whether a passkey opened or proved the session. */
  byPasskey: boolean
}

/** A resident on their own site, known by the cookie of this device. */
export type Resident = { userId: number; deviceId: number }

/** Nobody, a signed-in person, or a resident on their own site. */
export type Caller = Actor | Resident | undefined

/** The company that the call names, on behalf of which the caller may act; no role for a super admin who is no member of it. */
export type ActingCompany = { id: string; type: BusinessType; role: Role | undefined }

type SignedIn<A extends Access> = A extends 'public' | 'signature'
  ? undefined
  : A extends 'visitor'
    ? Actor | undefined
    : A extends 'resident' | 'new-resident'
      ? Resident
      : A extends 'anyone'
        ? Resident | undefined
        : Actor

type ActorOf<E extends Endpoint> = SignedIn<E['access']>
type CompanyOf<E extends Endpoint> = E['access'] extends { company: string } ? ActingCompany : undefined

/** What a handler receives. */
export type CallOf<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  files: readonly UploadedFile[]
  actor: ActorOf<E>
  /** The company that the call names, already checked; only for endpoints with `access: { company }`. */
  company: CompanyOf<E>
  request: FastifyRequest
  reply: FastifyReply
}
