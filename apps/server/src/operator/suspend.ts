import { checkReason } from '@parvis/domain/operator/reason'
import { transaction } from '../db/transaction.ts'
import { changeSuspension } from '../features/operator/index.ts'
import { readSwitch, readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'

/** Stops a business, or lifts it; the reason is read by its owner and stays in the audit trail (W-104). */
export const suspend: Command = async ({ db }, [idText, state, reason = '']) => {
  const companyId = readUuid(idText)
  const on = readSwitch(state)
  if (Object.keys(checkReason(reason)).length > 0) throw new BadArgument('Il manque le motif, de 5 à 500 caractères.')
  const saved = await transaction(db, (tx) => changeSuspension(tx, companyId, { on, reason, by: operatorActor() }))
  if (!saved) throw new BadArgument(`Aucun établissement ${companyId}.`)
  const name = saved.name || companyId
  return [on ? `${name} est suspendu : plus rien n’en est montré ni envoyé.` : `${name} n’est plus suspendu.`]
}
