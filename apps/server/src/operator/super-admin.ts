import { transaction } from '../db/transaction.ts'
import { changeSuperAdmin } from '../features/operator/index.ts'
import { readPhone, readSwitch } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'

export const superAdmin: Command = async ({ db }, [phoneText, state]) => {
  const phone = readPhone(phoneText)
  const on = readSwitch(state)
  if (!(await transaction(db, (tx) => changeSuperAdmin(tx, phone, { on, by: operatorActor() }))))
    throw new BadArgument(`Aucun compte avec le numéro ${phone} : la personne doit d’abord se connecter.`)
  return [`${phone} ${on ? 'est maintenant' : 'n’est plus'} super-administrateur.`]
}
