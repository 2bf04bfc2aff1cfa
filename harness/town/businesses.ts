import { clichyCivic } from './clichy-civic.ts'
import { clichyShops } from './clichy-shops.ts'
import { parisEleventh } from './paris-eleventh.ts'
import type { TownBusiness } from './town-business.ts'

/** Every business of the demonstration, in the order of its phone: 06 00 00 00 01 is the baker. */
export const businesses: readonly TownBusiness[] = [...clichyShops, ...clichyCivic, ...parisEleventh].sort((a, b) =>
  a.phone.localeCompare(b.phone),
)
