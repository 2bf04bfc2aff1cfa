import { expect, test } from 'vitest'
import { hashCode, newCode } from './send-activation-code.ts'

/** Chi-squared statistic of the symbols at one position, against a uniform distribution. */
function chiSquare(codes: readonly string[], place: number, symbols: number): number {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code[place] ?? '', (counts.get(code[place] ?? '') ?? 0) + 1)
  const expected = codes.length / symbols
  return [...counts.values()].reduce(
    (sum, count) => sum + (count - expected) ** 2 / expected,
    (symbols - counts.size) * expected,
  )
}

test.each([
  { underAttack: false, symbols: 10, max: 45, form: /^\d{5}$/ },
  { underAttack: true, symbols: 32, max: 90, form: /^[A-HJ-NP-Z2-9]{5}$/ },
])(
  'T01 AMB-141 codes are uniform over $symbols symbols at each place, leading zeros included',
  ({ underAttack, symbols, max, form }) => {
    const codes = Array.from({ length: 5_000 }, () => newCode(underAttack))
    for (const code of codes) expect(code).toMatch(form)
    // Critical values: a fair generator exceeds them once in a hundred thousand runs.
    for (let place = 0; place < 5; place++) expect(chiSquare(codes, place, symbols)).toBeLessThan(max)
    expect(codes.some((code) => code.startsWith(underAttack ? 'A' : '0'))).toBe(true)
  },
)

test('T01 what is stored of a code depends on the key and on the phone, and reads letters of either case', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const stored = hashCode(key, '+33612345678', 'ab2cd')
  expect(stored).toEqual(hashCode(key, '+33612345678', 'AB2CD'))
  expect(stored).not.toEqual(hashCode(other, '+33612345678', 'AB2CD'))
  expect(stored).not.toEqual(hashCode(key, '+33612345679', 'AB2CD'))
  expect(stored).toHaveLength(32)
})
