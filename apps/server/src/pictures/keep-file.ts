import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../db/database.ts'
import { type Keeper, markKept } from './stored-files.queries.ts'

const gigabyte = 1024 ** 3
/** Some 30,000 pictures of instants; a picture in a message is 1 MB at most once it is re-encoded. */
const max = { company: 5 * gigabyte, user: gigabyte }

/**
 * Keeps a stored file for its company, or for the person who wrote to one, so that a resident never fills a shop's room.
 * Refuses with 413 beyond the room of the keeper, counted in this transaction whoever uploads meanwhile (ASVS 5.2.4).
 */
export async function keepFile(tx: Transaction, name: string, keeper: Keeper): Promise<void> {
  const bytes = await markKept(tx, name, keeper)
  if (bytes > (keeper.startsWith('company:') ? max.company : max.user)) throw refusal('request.storage_full')
}
