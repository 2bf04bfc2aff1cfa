import type { ProofChallenge } from './proof-of-work.ts'

/**
 * Looks for the number of a challenge among `from` to `to`, undefined when it is not there. Synchronous: WebCrypto answers by
 * a promise per hash, which costs an old phone ten times the hash.
 */
export function findProofNumber({ salt, challenge }: ProofChallenge, from: number, to: number): number | undefined {
  const wanted = [0, 8, 16, 24, 32, 40, 48, 56].map((at) => Number.parseInt(challenge.slice(at, at + 8), 16) | 0)
  for (let number = from; number <= to; number++) {
    const words = sha256(`${salt}${number}`)
    if (words.every((word, index) => word === wanted[index])) return number
  }
  return undefined
}

/** The proof as calls carry it. */
export function writeProof({ algorithm, challenge, salt, signature }: ProofChallenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
}

type State = readonly [number, number, number, number, number, number, number, number]

/** FIPS 180-4: the fractions of the square and cube roots of the first primes. */
const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const firstState = primes.slice(0, 8).map((prime) => (Math.sqrt(prime) * 2 ** 32) | 0) as unknown as State
const roundConstants = primes.map((prime) => (Math.cbrt(prime) * 2 ** 32) | 0)

const schedule = new Int32Array(64)

/** SHA-256 of an ASCII text, as eight signed words. */
function sha256(text: string): readonly number[] {
  const blocks = (text.length + 9 + 63) >> 6
  const words = new Int32Array(blocks * 16)
  for (let at = 0; at < text.length; at++)
    words[at >> 2] = at32(words, at >> 2) | (text.charCodeAt(at) << (24 - (at & 3) * 8))
  words[text.length >> 2] = at32(words, text.length >> 2) | (0x80 << (24 - (text.length & 3) * 8))
  words[words.length - 1] = text.length * 8
  let state = firstState
  for (let block = 0; block < blocks; block++) state = compress(state, words.subarray(block * 16, block * 16 + 16))
  return state
}

const at32 = (words: Int32Array | readonly number[], index: number): number => words[index] ?? 0
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function compress(before: State, block: Int32Array): State {
  schedule.set(block)
  for (let at = 16; at < 64; at++) {
    const [early, late] = [at32(schedule, at - 15), at32(schedule, at - 2)]
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    schedule[at] = at32(schedule, at - 16) + small + at32(schedule, at - 7) + large
  }
  let [a, b, c, d, e, f, g, h] = before
  for (let at = 0; at < 64; at++) {
    const mixed = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g))
    const first = (mixed + at32(roundConstants, at) + at32(schedule, at)) | 0
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + at32(before, index)) | 0) as unknown as State
}
