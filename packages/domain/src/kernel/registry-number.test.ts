import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRegistryNumber, isCompleteRegistryNumber, readRegistryNumber } from './registry-number.ts'

test.each([
  ['73282932000074', 'siret', '73282932000074'],
  ['732 829 320 00074', 'siret', '73282932000074'],
  ['732\u00A0829\u202F320 00074', 'siret', '73282932000074'],
  ['732829320', 'siren', '732829320'],
  ['W751234567', 'rna', 'W751234567'],
  ['w75A234567', 'rna', 'W75A234567'],
  ['W751 234 567', 'rna', 'W751234567'],
])('R-045 R-048 R-049 R-050 reads %j by the rule of its length', (text, kind, code) => {
  expect(readRegistryNumber(text)).toEqual({ kind, code })
})

test.each(['7328293200007', '732829320000745', '7328293200', '', '73282932'])(
  'R-045 refuses the length of %j',
  (text) => {
    expect(readRegistryNumber(text)).toBeUndefined()
  },
)

test.each(['73282932100074', '732829321', '00000000000000', '000000000'])(
  'R-046 refuses %s: first nine digits',
  (text) => {
    expect(readRegistryNumber(text)).toBeUndefined()
  },
)

test.each(['35600000053008', '73282932000001'])('R-047 accepts %s although its 14-digit sum fails', (text) => {
  expect(readRegistryNumber(text)?.kind).toBe('siret')
})

test.each(['X751234567', 'W75123456', 'W75-234567', 'W75é234567', '٧٣٢٨٢٩٣٢٠', '7328293200007A', 'ẇ751234567'])(
  'R-049 refuses %j',
  (text) => {
    expect(readRegistryNumber(text)).toBeUndefined()
  },
)

test('R-046 exactly one last digit of ten makes nine digits pass', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{7}[1-9]$/), (start) => {
      const passing = [...'0123456789'].filter((digit) => readRegistryNumber(start + digit))
      expect(passing).toHaveLength(1)
    }),
  )
})

test.each([
  ['73282932000074', '732 829 320 00074'],
  ['7328', '732 8'],
  ['732829320', '732 829 320'],
  ['w751 234 567', 'W751234567'],
  ['', ''],
])('R-051 R-052 shows %j as %j', (text, shown) => {
  expect(formatRegistryNumber(text)).toBe(shown)
})

test('R-043 a code is complete at 14 digits or 10 characters with a letter, not before', () => {
  const typed = ['7328293200007', '732 829 320 00074', '7328293200', 'W75123456', 'W751234567']
  expect(typed.map(isCompleteRegistryNumber)).toEqual([false, true, false, false, true])
})
