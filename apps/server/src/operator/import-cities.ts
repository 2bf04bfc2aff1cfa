import { audit } from '../db/audit.queries.ts'
import { importCities as writeCities } from '../features/registration/index.ts'
import { type Command, operatorActor } from './command.ts'

/** Brings the city list to the communes shipped with this version (AMB-22). */
export const importCities: Command = async ({ db }) => {
  const count = await writeCities(db)
  await audit(db, { actor: operatorActor(), action: 'cities.import', object: 'cities', details: { count } })
  return [`${count} villes importées.`]
}
