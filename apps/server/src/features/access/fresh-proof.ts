import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'

/**
 * Asks for a second proof of the session (passkey, code by e-mail) of fifteen minutes at most: 403 SECOND_PROOF_REQUIRED. No second
 * proof exists yet, so that a session lets it through and the mails to all owners are the guard (team.md U-D06, section C).
 */
export async function requireFreshProof(_tx: Transaction, _actor: Actor): Promise<void> {}
