import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { findCurrentAddress, noTown } from './addresses.queries.ts'
import { townOfCode } from './towns.ts'

/** The page of a business on the residents' host, whatever is canonical; undefined without a site, or not placed yet. */
export async function publicAddress({ residentUrl }: Config, db: Db, companyId: string): Promise<string | undefined> {
  const address = residentUrl === undefined ? undefined : await findCurrentAddress(db, companyId)
  if (!address) return undefined
  return `${residentUrl}/${townOfCode(address.town)?.slug ?? noTown}/${address.slug}`
}
