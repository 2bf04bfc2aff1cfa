import { isMobilePhone, maskPhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { audited } from '../../db/audit.queries.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findPhoneState } from './desk.queries.ts'
import {
  endSessions,
  listCompaniesOfPhone,
  resetCounters,
  saveBlockedPhone,
  saveSuperAdmin,
} from './operator.queries.ts'
import { readReason } from './read-reason.ts'
import { changeSuspension } from './suspend-company.ts'

export type PhoneBlock = {
  phone?: string | undefined
  on: boolean
  reason?: string | undefined
  /** Stops the businesses of the phone as well, for the same reason. */
  suspend?: boolean | undefined
}

/** Its businesses stay as they are, unless they are to be suspended with it; unblocking lifts no suspension. */
export async function blockPhone(
  { db }: Dependencies,
  userId: number,
  { phone: typed, on, reason: given, suspend = false }: PhoneBlock,
) {
  const phone = readPhone(typed)
  const reason = readReason(given)
  const by = `user:${userId}`
  return await transaction(db, async (tx) => {
    await changePhoneBlock(tx, phone, { on, reason, by })
    for (const { companyId } of on && suspend ? await listCompaniesOfPhone(tx, phone) : [])
      await changeSuspension(tx, companyId, { on, reason, by })
    return await readPhoneState(tx, phone)
  })
}

/**
 * Blocks a phone, known or not, and ends its sessions; unblocking gives its sign-in budgets back (AMB-141). For the desk
 * and the operator's tool; answers how many sessions ended.
 */
export async function changePhoneBlock(
  tx: Transaction,
  phone: string,
  { on, reason, by }: { on: boolean; reason?: string; by: string },
): Promise<number | undefined> {
  return await audited(
    tx,
    { table: 'sign_in_phones', phone },
    async () => {
      await saveBlockedPhone(tx, phone, on)
      if (on) return await endSessions(tx, phone)
      await resetCounters(tx, phone)
      return 0
    },
    () => ({ actor: by, action: 'phone.block', object: `phone:${maskPhone(phone)}`, details: { on, reason } }),
  )
}

/** Gives or takes the super-admin right, by the operator's tool alone (T35); undefined when nobody signed in with the phone. */
export async function changeSuperAdmin(
  tx: Transaction,
  phone: string,
  { on, by }: { on: boolean; by: string },
): Promise<number | undefined> {
  return await audited(
    tx,
    { table: 'users', phone },
    () => saveSuperAdmin(tx, phone, on),
    (userId) => ({ actor: by, action: 'super_admin.change', object: `user:${userId}`, details: { on } }),
  )
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
