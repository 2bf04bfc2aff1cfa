import type { TownResident } from './residents.ts'
import type { TownBusiness } from './town-business.ts'

/** The town as it stands in the server, each person signed in. */
export type LoadedTown = { businesses: LoadedBusiness[]; residents: LoadedResident[] }
export type LoadedBusiness = TownBusiness & { companyId: string; token: string }
export type LoadedResident = TownResident & { token: string }
