import { audit } from '../db/audit.queries.ts'
import { importIcons as writeIcons } from '../features/municipality/index.ts'
import { type Command, operatorActor } from './command.ts'

/** Brings the icons of municipal services to those shipped with this version. */
export const importIcons: Command = async ({ db }) => {
  const count = await writeIcons(db)
  await audit(db, { actor: operatorActor(), action: 'icons.import', object: 'icons', details: { count } })
  return [`${count} icônes importées.`]
}
