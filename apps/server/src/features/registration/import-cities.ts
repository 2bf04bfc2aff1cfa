import type { Database } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import { listRegionCities } from '../../gateways/geocoder/communes.ts'
import { listStoredCities, replaceCities, type StoredCity } from './registration.queries.ts'

/** Writes the list of AMB-22 anew and answers how many cities it holds. */
export async function importCities(db: Database): Promise<number> {
  const cities = listRegionCities()
  await transaction(db, (tx) => replaceCities(tx, cities))
  return cities.length
}

/** The city list; the first call of a new installation fills it. */
export async function listCities(db: Database): Promise<StoredCity[]> {
  const stored = await listStoredCities(db)
  if (stored.length > 0) return stored
  await importCities(db)
  return await listStoredCities(db)
}
