import type { ProofChallenge } from '@parvis/domain/kernel/proof-of-work'
import { findProofNumber, writeProof } from '@parvis/domain/kernel/solve-proof'

/** The worker that solves a challenge: two seconds of an old phone at most, while the page stays alive. */
addEventListener('message', ({ data }: MessageEvent<ProofChallenge>) => {
  postMessage(writeProof(data, findProofNumber(data, 0, data.maxnumber) ?? 0))
})
