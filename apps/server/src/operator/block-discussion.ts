import { transaction } from '../db/transaction.ts'
import { changeDiscussionBlock } from '../features/operator/index.ts'
import { readSwitch, readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'

export const blockDiscussion: Command = async ({ db }, [idText, state]) => {
  const id = readUuid(idText)
  const on = readSwitch(state)
  const found = await transaction(db, (tx) => changeDiscussionBlock(tx, id, { on, by: operatorActor() }))
  if (!found) throw new BadArgument(`Aucune conversation ${id}.`)
  return [`La conversation ${id} ${on ? 'est bloquée' : 'n’est plus bloquée'}.`]
}
