import { maskPhone } from '@parvis/domain/kernel/phone'
import { audit, hashRow } from '../db/audit.queries.ts'
import { transaction } from '../db/transaction.ts'
import { readPhone, readSwitch } from './arguments.ts'
import { type Command, operatorActor } from './command.ts'
import { endSessions, listCompaniesOfPhone, resetCounters, saveBlockedPhone } from './operator.queries.ts'

/** Blocks a phone, known or not, and ends its sessions; unblocking gives its sign-in budgets back (AMB-141). */
export const blockPhone: Command = async ({ db }, [phoneText, state]) => {
  const phone = readPhone(phoneText)
  const on = readSwitch(state)
  const ended = await transaction(db, async (tx) => {
    const row = { table: 'sign_in_phones', phone } as const
    const before = await hashRow(tx, row)
    await saveBlockedPhone(tx, phone, on)
    await audit(tx, {
      actor: operatorActor,
      action: 'phone.block',
      object: `phone:${maskPhone(phone)}`,
      details: { on },
      change: { row, before },
    })
    if (on) return await endSessions(tx, phone)
    await resetCounters(tx, phone)
    return 0
  })
  const shown = on ? (await listCompaniesOfPhone(db, phone)).filter(({ suspended }) => !suspended) : []
  const offers = shown.map(
    ({ companyId, name }) => `${name || companyId} reste visible : npm run operator -- suspend ${companyId} on <motif>`,
  )
  return on
    ? [`${phone} est bloqué ; sessions fermées : ${ended}.`, ...offers]
    : [`${phone} n’est plus bloqué ; ses essais de connexion repartent de zéro.`]
}
