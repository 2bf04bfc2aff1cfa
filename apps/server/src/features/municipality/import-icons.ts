import { readFile } from 'node:fs/promises'
import type { Database } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import { saveIcons } from './municipality.queries.ts'

const shippedIcons = new URL('../../../assets/service-icons/icons.json', import.meta.url)

/** Brings the icons of the database to those shipped with this version; answers how many there are. */
export async function importIcons(db: Database): Promise<number> {
  const icons = JSON.parse(await readFile(shippedIcons, 'utf8')) as { name: string; tags: string }[]
  await transaction(db, (tx) => saveIcons(tx, icons))
  return icons.length
}
