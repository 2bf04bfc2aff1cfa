import { pastedCode } from '@parvis/domain/access/sign-in'
import type { Body } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import type { siteContract } from '@parvis/domain/site/site.contract'
import { transaction } from '@parvis/postgres'
import type { FastifyRequest } from 'fastify'
import { addressNetworks } from '../../../admission/networks.ts'
import type { Transaction } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { lockCaller } from '../../../http/resident-door.queries.ts'
import { provePhone } from '../../access/index.ts'
import { joinResidents, lockPersonOfPhone, ownsBusiness, savePhone, takePhoneAway } from './join.queries.ts'
import { maskedPhone } from './read-me.ts'

/**
 * Confirms a phone by its code. A phone already known joins this device to its person, unless it gave no sign of life for 45
 * days: numbers are given to others, and give no past. 409 PHONE_OF_OWNER where either owns a business.
 */
export async function confirmPhone(
  { db, config }: Dependencies,
  userId: number,
  { phone: typed, code, nonce }: Body<typeof siteContract.confirmPhone>,
  { ip }: FastifyRequest,
) {
  return await transaction(db, async (tx) => {
    const asked = { phone: typed, code: code && pastedCode(code), nonce }
    const { phone } = await provePhone(tx, config, { ...asked, networks: addressNetworks(ip), browserMark: undefined })
    return { phone: maskedPhone(phone), joined: await settlePhone(tx, userId, phone) }
  })
}

async function settlePhone(tx: Transaction, userId: number, phone: string): Promise<boolean> {
  const person = await lockPersonOfPhone(tx, { userId, phone })
  await lockCaller(tx, userId)
  if (person?.id === userId) return false
  if (person?.isOwner || (await ownsBusiness(tx, userId))) throw refusal('site.phone_of_owner')
  if (person?.isAlive) {
    await joinResidents(tx, { from: userId, into: person.id })
    return true
  }
  if (person) await takePhoneAway(tx, person.id)
  await savePhone(tx, userId, phone)
  return false
}

/** Without a phone there is no session of the portal either; an owner's number is changed there. */
export async function removePhone({ db }: Dependencies, userId: number) {
  await transaction(db, async (tx) => {
    await lockCaller(tx, userId)
    if (await ownsBusiness(tx, userId)) throw refusal('site.phone_of_owner')
    await takePhoneAway(tx, userId)
  })
}

/** Two residents, locked by the caller, become the one of `into`, by a code that only they could know (residents.md 15.17). */
export async function joinByTransfer(tx: Transaction, from: number, into: number): Promise<void> {
  if (await ownsBusiness(tx, from)) throw refusal('site.phone_of_owner')
  await joinResidents(tx, { from, into })
}
