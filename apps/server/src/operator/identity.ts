import { transaction } from '../db/transaction.ts'
import { changeIdentity } from '../features/operator/index.ts'
import { readChoice, readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'

const labels = { pending: 'à vérifier', verified: 'vérifiée', refused: 'refusée' } as const

export const identity: Command = async ({ db }, [idText, state]) => {
  const companyId = readUuid(idText)
  const decision = readChoice(state, ['pending', 'verified', 'refused'])
  const company = await transaction(db, (tx) => changeIdentity(tx, companyId, { decision, by: operatorActor() }))
  if (!company) throw new BadArgument(`Aucun établissement ${companyId}.`)
  return [`${company.name || companyId} : identité ${labels[decision]}.`]
}
