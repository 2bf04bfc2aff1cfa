import { transaction } from '../db/transaction.ts'
import { changePhoneBlock, listCompaniesOfPhone } from '../features/operator/index.ts'
import { readPhone, readSwitch } from './arguments.ts'
import { type Command, operatorActor } from './command.ts'

export const blockPhone: Command = async ({ db }, [phoneText, state]) => {
  const phone = readPhone(phoneText)
  const on = readSwitch(state)
  const ended = await transaction(db, (tx) => changePhoneBlock(tx, phone, { on, by: operatorActor() }))
  if (!on) return [`${phone} n’est plus bloqué ; ses essais de connexion repartent de zéro.`]
  const shown = (await listCompaniesOfPhone(db, phone)).filter(({ suspended }) => !suspended)
  const offers = shown.map(
    ({ companyId, name }) => `${name || companyId} reste visible : npm run operator -- suspend ${companyId} on <motif>`,
  )
  return [`${phone} est bloqué ; sessions fermées : ${ended}.`, ...offers]
}
