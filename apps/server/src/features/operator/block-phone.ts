import { isMobilePhone, maskPhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { audit, hashRow } from '../../db/audit.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { endSessions, resetCounters, saveBlockedPhone } from '../../operator/operator.queries.ts'
import { findPhoneState } from './desk.queries.ts'
import { readReason } from './read-reason.ts'

export type PhoneBlock = { phone?: string | undefined; on: boolean; reason?: string | undefined }

/** Blocks a phone, known or not, and ends its sessions; unblocking gives its sign-in budgets back (AMB-141). */
export async function blockPhone({ db }: Dependencies, userId: number, { phone: typed, on, reason }: PhoneBlock) {
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
    return await findPhoneState(tx, phone)
  })
}

export function readPhone(typed = ''): string {
  const phone = normalisePhone(typed)
  if (!phone || !isMobilePhone(phone)) throw refusal('access.invalid_phone')
  return phone
}
