import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Access, Endpoint } from '@parvis/domain/kernel/contract'

/** A signed-in caller, with the company when the endpoint names one that they own. */
export type Actor = {
  userId: number
  sessionId: number
  phone: string
  isSuperAdmin: boolean
}

/** A resident on their own site, known by the cookie of this device (RES-11). */
export type Resident = { userId: number; deviceId: number }

/** Nobody, a signed-in person, or a resident on their own site. */
export type Caller = Actor | Resident | undefined

/** The company that the call names, on behalf of which the caller may act. */
export type ActingCompany = { id: string; type: BusinessType }

type SignedIn<A extends Access> = A extends 'public' | 'signature'
  ? undefined
  : A extends 'visitor'
    ? Actor | undefined
    : A extends 'resident' | 'new-resident'
      ? Resident
      : A extends 'anyone'
        ? Resident | undefined
        : Actor

export type ActorOf<E extends Endpoint> = SignedIn<E['access']>
export type CompanyOf<E extends Endpoint> = E['access'] extends { owner: string } ? ActingCompany : undefined
