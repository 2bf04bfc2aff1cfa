import type { Body } from '@parvis/domain/kernel/contract'
import { maskPhone } from '@parvis/domain/kernel/phone'
import type { operatorContract } from '@parvis/domain/operator/operator.contract'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audited } from '../../audit.queries.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { readMobile, resetCounters } from '../access/index.ts'
import { findPhoneState } from './desk.queries.ts'
import {
  endSessions,
  listCompaniesOfPhone,
  saveBlockedDiscussion,
  saveBlockedPhone,
  saveSuperAdmin,
} from './operator.queries.ts'
import { changeSuspension, readReason } from './suspend-company.ts'

/** `suspend`: the businesses of the phone as well, for the same reason; unblocking lifts no suspension. */
export async function blockPhone(
  { db }: Dependencies,
  userId: number,
  { phone: typed, on, reason: given, suspend = false }: Body<typeof operatorContract.blockPhone>,
) {
  const phone = readMobile(typed)
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
 * Blocks a phone, known or not, and ends its sessions; unblocking gives its sign-in budgets back. For the desk
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

/** Gives or takes the super-admin right, by the operator's tool alone; undefined when nobody signed in with the phone. */
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

/** A phone on the desk: its state, and the businesses that may be suspended. */
export async function readPhoneState(db: Db, phone: string) {
  return { ...(await findPhoneState(db, phone)), companies: await listCompaniesOfPhone(db, phone) }
}

/** 404 for an unknown conversation, 400 without a reason. */
export async function blockDiscussion(
  { db }: Dependencies,
  userId: number,
  { id, on, reason: typed }: { id: string; on: boolean; reason?: string | undefined },
) {
  const reason = readReason(typed)
  return await transaction(db, async (tx) => {
    if (!(await changeDiscussionBlock(tx, id, { on, reason, by: `user:${userId}` }))) throw refusal('request.not_found')
    return { id, blocked: on }
  })
}

/**
 * Closes a conversation for both sides, or opens it again; a resident's own block stays. For the desk and the
 * operator's tool; undefined when there is no such conversation.
 */
export async function changeDiscussionBlock(
  tx: Transaction,
  id: string,
  { on, reason, by }: { on: boolean; reason?: string; by: string },
) {
  const discussion = await audited(
    tx,
    { table: 'discussions', id },
    () => saveBlockedDiscussion(tx, id, on),
    () => ({ actor: by, action: 'discussion.block', object: `discussion:${id}`, details: { on, reason } }),
  )
  if (discussion) await notifyCompany(tx, discussion.companyId, { topic: 'discussion', id }, discussion.residentId)
  return discussion
}
