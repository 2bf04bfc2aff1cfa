import { audit, hashRow } from '../db/audit.queries.ts'
import { notifyLive } from '../db/notify.queries.ts'
import { transaction } from '../db/transaction.ts'
import { readChoice, readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'
import { saveIdentityDecision } from './operator.queries.ts'

/** Decides on the identity documents of a company; they are deleted within the day that follows (AMB-35, AMB-144). */
export const identity: Command = async ({ db }, [idText, state]) => {
  const companyId = readUuid(idText)
  const decision = readChoice(state, ['pending', 'verified', 'refused'])
  const name = await transaction(db, async (tx) => {
    const row = { table: 'companies', id: companyId } as const
    const before = await hashRow(tx, row)
    const found = await saveIdentityDecision(tx, companyId, decision)
    if (found === undefined) throw new BadArgument(`Aucun établissement ${companyId}.`)
    await audit(tx, {
      actor: operatorActor,
      action: 'identity.decide',
      object: `company:${companyId}`,
      details: { decision },
      change: { row, before },
    })
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
    return found
  })
  return [`${name || companyId} : identité ${labels[decision]}.`]
}

const labels = { pending: 'à vérifier', verified: 'vérifiée', refused: 'refusée' } as const
