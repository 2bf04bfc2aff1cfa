import { checkReason } from '@parvis/domain/operator/reason'
import { transaction } from '../db/transaction.ts'
import { decideDomain, listDomains } from '../features/domains/index.ts'
import { readSwitch } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'

/** Every domain by state; or stops one for everybody until `on`, or allows one that reads like a town's (W-133). */
export const domain: Command = async ({ db }, [name, state, reason = '']) => {
  if (name === undefined) {
    const found = await listDomains(db)
    if (found.length === 0) return ['Aucun nom de domaine.']
    return found.map((row) => `${row.state.padEnd(14)} ${row.canonical.padEnd(40)} ${row.company ?? 'effacé'}`)
  }
  const on = readSwitch(state)
  if (Object.keys(checkReason(reason)).length > 0) throw new BadArgument('Il manque le motif, de 5 à 500 caractères.')
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
  await transaction(db, (tx) => decideDomain(tx, plain, { on, reason, by: operatorActor() }))
  return [on ? `${plain} peut être revendiqué.` : `${plain} est arrêté : personne ne peut s’en servir.`]
}
