import type { ProofChallenge } from '@parvis/domain/kernel/proof-of-work'
import { findProofNumber, writeProof } from '@parvis/domain/kernel/solve-proof'
import { ApiError } from './api-error.ts'

/** Some ten milliseconds of an old phone: the page stays alive between two. */
const numbersAtOnce = 400

/** Sends; where the answer asks for a proof of work, does it and sends once more with it (W-099). */
export async function withProof<T>(send: (proof?: string) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_NEEDED') throw error
    return await send(await solveChallenge(error.details.challenge as ProofChallenge))
  }
}

async function solveChallenge(challenge: ProofChallenge): Promise<string> {
  for (let from = 0; from <= challenge.maxnumber; from += numbersAtOnce) {
    const found = findProofNumber(challenge, from, from + numbersAtOnce - 1)
    if (found !== undefined) return writeProof(challenge, found)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}
