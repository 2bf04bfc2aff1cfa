import { audit, hashRow } from '../db/audit.queries.ts'
import { notifyLive } from '../db/notify.queries.ts'
import { transaction } from '../db/transaction.ts'
import { readSwitch, readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'
import { saveBlockedDiscussion } from './operator.queries.ts'

/** Closes a conversation for both sides, or opens it again; a resident's own block stays (AMB-104). */
export const blockDiscussion: Command = async ({ db }, [idText, state]) => {
  const id = readUuid(idText)
  const on = readSwitch(state)
  await transaction(db, async (tx) => {
    const row = { table: 'discussions', id } as const
    const before = await hashRow(tx, row)
    const discussion = await saveBlockedDiscussion(tx, id, on)
    if (!discussion) throw new BadArgument(`Aucune conversation ${id}.`)
    await audit(tx, {
      actor: operatorActor,
      action: 'discussion.block',
      object: `discussion:${id}`,
      details: { on },
      change: { row, before },
    })
    await notifyLive(tx, { topic: 'discussion', id }, [
      `company:${discussion.companyId}`,
      `user:${discussion.residentId}`,
    ])
  })
  return [`La conversation ${id} ${on ? 'est bloquée' : 'n’est plus bloquée'}.`]
}
