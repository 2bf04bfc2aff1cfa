import { randomBytes } from 'node:crypto'
import { accountMails } from '@parvis/domain/access/second-proof.fr'
import { audit } from '../../audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { hashToken } from '../../http/authorize.ts'
import { followDeletion } from '../subscription/index.ts'
import { createSession, findOrCreateUser, rememberBrowser, returnToAccount } from './access.queries.ts'
import { notifyAccount } from './notify-account.ts'

export type StartedSession = {
  token: string
  registration: boolean
  /** An asked deletion of the account ended with this sign-in. */
  deletionCancelled?: true
  browserMark: string
}
type Opening = ({ phone: string } | { id: number }) & { device: string; provedBy?: 'passkey' | 'mail' }

/**
 * Opens a session by a number that has just proved itself, or of an account that proved otherwise; the browser is known from then on,
 * and an asked deletion cancelled, told by mail.
 */
export async function beginSession(tx: Transaction, { device, provedBy, ...of }: Opening): Promise<StartedSession> {
  const user = 'phone' in of ? await findOrCreateUser(tx, of.phone) : await returnToAccount(tx, of.id)
  await followDeletion(tx, user.id, false)
  const token = randomBytes(32).toString('base64url')
  const browserMark = randomBytes(32).toString('base64url')
  await createSession(tx, { userId: user.id, tokenHash: hashToken(token), device, provedBy })
  await rememberBrowser(tx, user.id, hashToken(browserMark))
  await audit(tx, { actor: `user:${user.id}`, action: 'sign_in', object: `user:${user.id}` })
  if (user.wasLeaving) await notifyAccount(tx, { userId: user.id, sentence: accountMails.deletionCancelled })
  return { token, registration: !user.hasProfile, ...(user.wasLeaving && { deletionCancelled: true }), browserMark }
}
