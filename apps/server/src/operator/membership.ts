import { memberships } from '@parvis/domain/subscription/plans'
import { transaction } from '../db/transaction.ts'
import { findMembership } from '../features/operator/index.ts'
import { changeMembership } from '../features/subscription/index.ts'
import { readChoice, readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'

/** Sets what a company is held to have bought; the next event of its payment provider may change it again. */
export const membership: Command = async ({ db }, [idText, plan]) => {
  const companyId = readUuid(idText)
  const to = readChoice(plan, memberships)
  const company = await transaction(db, async (tx) => {
    const found = await findMembership(tx, companyId)
    if (!found) throw new BadArgument(`Aucun établissement ${companyId}.`)
    await changeMembership(tx, companyId, { from: found.membership, to, actor: operatorActor() })
    return found
  })
  return [`${company.name || companyId} : offre ${company.membership} → ${to}.`]
}
