import { ticketMinutes } from '@parvis/domain/access/second-proof'
import { accountMails } from '@parvis/domain/access/second-proof.fr'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Config } from '../../config.ts'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { readTicket, signTicket } from '../notices/index.ts'
import { beginSession, type StartedSession } from './begin-session.ts'
import { waysToProve } from './fresh-proof.ts'
import { readMailCode, sendMailCode, takeMailCode } from './mail-codes.ts'
import { notifyAccount } from './notify-account.ts'
import { type Account, lockAccount, releasePhone } from './second-proof.queries.ts'
import { findPhone, lockPhone } from './sign-in.queries.ts'

/**
 * Refuses the right code of a browser unknown to the account when it is not enough: the person has a passkey, or, strict, works
 * somewhere with a number that may have been given away. 403 SECOND_PROOF_REQUIRED with a ticket, which opens nothing by itself.
 */
export async function refuseUnproved(tx: Transaction, config: Config, phone: string): Promise<void> {
  const account = await lockAccount(tx, { phone })
  if (!account) return
  const newNumber = config.secondProof === 'strict' && account.isProfessional && account.isStale
  if (!account.hasPasskey && !newNumber) return
  const expires = (await readNow(tx)).epochMilliseconds + ticketMinutes * 60_000
  const ticket = signTicket(config, 'sign-in', [account.id, expires, newNumber ? 1 : 0, phone].join('-'))
  const details = { ticket, newNumber, ...(await waysToProve(tx, config, account.id)) }
  throw refusal('access.second_proof_required', { details, keepEffects: true })
}

type Ticket = { userId: number; phone: string; newNumber: boolean }

/** A living ticket of this installation: 400 SECOND_PROOF_INVALID otherwise. */
async function readSignInTicket(db: Db, config: Config, ticket: string | undefined): Promise<Ticket> {
  const [userId, expires, newNumber, phone = ''] = readTicket(config, 'sign-in', ticket)?.split('-') ?? []
  if (!(Number(expires) > (await readNow(db)).epochMilliseconds)) throw refusal('access.second_proof_invalid')
  return { userId: Number(userId), phone, newNumber: newNumber === '1' }
}

/** The account of a ticket, locked, its number first: a ticket dies when the number leaves the account. 403 PHONE_BLOCKED. */
async function lockTicketAccount(tx: Transaction, { userId, phone }: Ticket): Promise<Account> {
  await lockPhone(tx, phone)
  const account = await lockAccount(tx, { phone })
  if (account?.id !== userId) throw refusal('access.second_proof_invalid')
  if ((await findPhone(tx, phone, { knownBrowser: true })).blocked) throw refusal('access.phone_blocked')
  return account
}

/** Sends the code of a refused sign-in; refusals of `sendMailCode`, and 400 SECOND_PROOF_INVALID. */
export async function sendCodeOfTicket(deps: Dependencies, typed: string | undefined) {
  const ticket = await readSignInTicket(deps.db, deps.config, typed)
  await transaction(deps.db, (tx) => lockTicketAccount(tx, ticket))
  return await sendMailCode(deps, ticket.userId)
}

type Typed = { ticket?: string | undefined; code?: string | undefined; device: string }

/** Opens the session that was refused, by the code of the mail: the number has proved itself, and the session too. */
export async function proveTicket({ db, config }: Dependencies, typed: Typed): Promise<StartedSession> {
  const ticket = await readSignInTicket(db, config, typed.ticket)
  const code = readMailCode(typed.code)
  return await transaction(db, async (tx) => {
    await lockTicketAccount(tx, ticket)
    await takeMailCode(tx, config, ticket.userId, code)
    return await beginSession(tx, { phone: ticket.phone, device: typed.device, provedBy: 'mail' })
  })
}

/**
 * « Ce numéro vient de m’être attribué »: the number leaves the former account, which keeps all the rest and is told by mail,
 * and begins a new one. 400 SECOND_PROOF_INVALID, 403 FORBIDDEN where the number proved itself lately.
 */
export async function takeNumber({ db, config }: Dependencies, typed: Omit<Typed, 'code'>): Promise<StartedSession> {
  const ticket = await readSignInTicket(db, config, typed.ticket)
  return await transaction(db, async (tx) => {
    const former = await lockTicketAccount(tx, ticket)
    if (!ticket.newNumber || !former.isStale) throw refusal('request.forbidden')
    await releasePhone(tx, former.id)
    await audit(tx, { actor: `user:${former.id}`, action: 'phone.lost', object: `user:${former.id}` })
    await notifyAccount(tx, { userId: former.id, sentence: accountMails.phoneLost })
    return await beginSession(tx, { phone: ticket.phone, device: typed.device })
  })
}
