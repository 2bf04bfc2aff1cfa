import { audit, hashRow } from '../db/audit.queries.ts'
import { transaction } from '../db/transaction.ts'
import { readPhone, readSwitch } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'
import { saveSuperAdmin } from './operator.queries.ts'

/** Gives or takes the super-admin right; it is set nowhere else (T35). */
export const superAdmin: Command = async ({ db }, [phoneText, state]) => {
  const phone = readPhone(phoneText)
  const on = readSwitch(state)
  await transaction(db, async (tx) => {
    const row = { table: 'users', phone } as const
    const before = await hashRow(tx, row)
    const userId = await saveSuperAdmin(tx, phone, on)
    if (userId === undefined)
      throw new BadArgument(`Aucun compte avec le numéro ${phone} : la personne doit d’abord se connecter.`)
    await audit(tx, {
      actor: operatorActor,
      action: 'super_admin.change',
      object: `user:${userId}`,
      details: { on },
      change: { row, before },
    })
  })
  return [`${phone} ${on ? 'est maintenant' : 'n’est plus'} super-administrateur.`]
}
