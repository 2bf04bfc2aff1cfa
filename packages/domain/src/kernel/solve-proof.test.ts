import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findProofNumber, writeProof } from './solve-proof.ts'

const challengeOf = (salt: string, number: number) => ({
  algorithm: 'SHA-256' as const,
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  maxnumber: 3_000,
  salt,
  signature: 'x',
})

test('W-099 the number of a challenge is found, whatever the length of its salt, and is nowhere else', () => {
  for (const length of [0, 1, 44, 50, 51, 52, 55, 56, 63, 64, 120, 199])
    expect(findProofNumber(challengeOf('s'.repeat(length), 1_234), 0, 3_000), `salt of ${length}`).toBe(1_234)
  expect(findProofNumber(challengeOf('sel', 1_234), 0, 1_233)).toBeUndefined()
  expect(JSON.parse(atob(writeProof(challengeOf('sel', 7), 7)))).toMatchObject({ number: 7, salt: 'sel' })
})
