import { memberships } from '@parvis/domain/subscription/plans'
import { audit, hashRow } from '../db/audit.queries.ts'
import { notifyLive } from '../db/notify.queries.ts'
import { transaction } from '../db/transaction.ts'
import { readChoice, readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'
import { findMembership, saveMembership } from './operator.queries.ts'

/** Sets what a company is held to have bought; the next event of its payment provider may change it again. */
export const membership: Command = async ({ db }, [idText, plan]) => {
  const companyId = readUuid(idText)
  const bought = readChoice(plan, memberships)
  const before = await transaction(db, async (tx) => {
    const company = await findMembership(tx, companyId)
    if (!company) throw new BadArgument(`Aucun établissement ${companyId}.`)
    const row = { table: 'companies', id: companyId } as const
    const before = await hashRow(tx, row)
    await saveMembership(tx, companyId, bought)
    await audit(tx, {
      actor: operatorActor,
      action: 'membership.change',
      object: `company:${companyId}`,
      details: { from: company.membership, to: bought },
      change: { row, before },
    })
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
    return company
  })
  return [`${before.name || companyId} : offre ${before.membership} → ${bought}.`]
}
