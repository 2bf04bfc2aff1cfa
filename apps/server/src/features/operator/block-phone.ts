import { isMobilePhone, maskPhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { audit, hashRow } from '../../db/audit.queries.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { endSessions, listCompaniesOfPhone, resetCounters, saveBlockedPhone } from '../../operator/operator.queries.ts'
import { findPhoneState } from './desk.queries.ts'
import { readReason } from './read-reason.ts'
import { changeSuspension } from './suspend-company.ts'

export type PhoneBlock = {
  phone?: string | undefined
  on: boolean
  reason?: string | undefined
  /** Stops the businesses of the phone as well, for the same reason. */
  suspend?: boolean | undefined
}

/**
 * Blocks a phone, known or not, and ends its sessions; unblocking gives its sign-in budgets back (AMB-141). Its
 * businesses stay as they are, unless they are to be suspended with it; unblocking lifts no suspension.
 */
export async function blockPhone(
  { db }: Dependencies,
  userId: number,
  { phone: typed, on, reason, suspend = false }: PhoneBlock,
) {
  const phone = readPhone(typed)
  const why = readReason(reason)
  return await transaction(db, async (tx) => {
    const row = { table: 'sign_in_phones', phone } as const
    const before = await hashRow(tx, row)
    await saveBlockedPhone(tx, phone, on)
    await (on ? endSessions(tx, phone) : resetCounters(tx, phone))
    await audit(tx, {
      actor: `user:${userId}`,
      action: 'phone.block',
      object: `phone:${maskPhone(phone)}`,
      details: { on, reason: why },
      change: { row, before },
    })
    for (const { companyId } of on && suspend ? await listCompaniesOfPhone(tx, phone) : [])
      await changeSuspension(tx, companyId, { on, reason: why, by: `user:${userId}` })
    return await readPhoneState(tx, phone)
  })
}

/** What the desk knows of a phone, and the businesses that it may stop. */
export async function readPhoneState(db: Db, phone: string) {
  return { ...(await findPhoneState(db, phone)), companies: await listCompaniesOfPhone(db, phone) }
}

export function readPhone(typed = ''): string {
  const phone = normalisePhone(typed)
  if (!phone || !isMobilePhone(phone)) throw refusal('access.invalid_phone')
  return phone
}
