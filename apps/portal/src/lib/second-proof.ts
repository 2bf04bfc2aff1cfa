import { ApiError } from './api-error.ts'

/** How a person may prove that it is them, as the refusal says: the masked address of the codes, and whether they have a passkey. */
export type OfferedProofs = { email: string | null; passkey: boolean }
/** The same of a sign-in whose right code is not enough: nothing is opened yet but by this ticket (team.md U-D12). */
export type ProofAsked = OfferedProofs & { ticket: string; newNumber: boolean }

/** What is asked instead of what was refused; undefined for any other failure. */
export function proofAsked(failure: unknown): ProofAsked | undefined {
  const isAsked = failure instanceof ApiError && failure.code === 'SECOND_PROOF_REQUIRED'
  return isAsked ? (failure.details as ProofAsked) : undefined
}

/** Resolves to whether the person has proved it. */
type Ask = (ways: OfferedProofs) => Promise<boolean>

let ask: Ask | undefined

/** The dialog that asks (proof-dialog.tsx); without one the refusal is shown like any other. */
export function askProofWith(dialog: Ask | undefined): void {
  ask = dialog
}

/**
 * Sends a call; when the answer asks for a second proof the person gives it, and the call is sent again. A refused sign-in,
 * which has a ticket, has a step of its own.
 */
export async function withSecondProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const asked = proofAsked(error)
    if (!asked || asked.ticket || !(await ask?.(asked))) throw error
    return await send()
  }
}

/** Whether passkeys can work in this page: they need a browser that has them, a secure context and a host name. */
export const arePasskeysPossible = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
