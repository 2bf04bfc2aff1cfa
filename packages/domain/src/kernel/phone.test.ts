import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, isFrenchPhone, isMobilePhone, maskPhone, normalisePhone } from './phone.ts'

const spellings = [
  '0612345678',
  '06 12 34 56 78',
  '06.12.34.56.78',
  '06-12-34-56-78',
  '06\u00A012\u202F34 56 78',
  '06‑12‑34‑56‑78',
  '+33612345678',
  '+33 6 12 34 56 78',
  '+33 (0)6 12 34 56 78',
  '+33(0)612345678',
  '+330612345678',
  '0033612345678',
  '0033 0612345678',
  '33612345678',
  ' 33612345678',
  '\u202A+33 6 12 34 56 78\u202C',
  '０６１２３４５６７８',
  '＋33612345678',
]

test.each(spellings)('R-061 reads %j as the one stored form (AMB-02)', (text) => {
  expect(normalisePhone(text)).toBe('+33612345678')
  expect(isMobilePhone(text)).toBe(true)
})

test.each([
  '',
  '12345',
  '061234567',
  '06123456789',
  '+4915112345678',
  '+4912345678',
  '0045678901',
  '+33 0',
  '+33',
  '٠٦١٢٣٤٥٦٧٨',
  '06l2345678',
  '06 12 34 56 78 a',
  '0612345678 0698765432',
  '0612345678/0698765432',
  '++33612345678',
  '+0612345678',
  '(0)(0)612345678',
  '0033+612345678',
])('R-061 E-054 refuses %j', (text) => {
  expect(normalisePhone(text)).toBeUndefined()
  expect(isFrenchPhone(text)).toBe(false)
})

test.each(['0145678901', '+33145678901', '0033145678901', '0945678901'])(
  'R-062 E-054 reads the landline %s',
  (text) => {
    expect(isFrenchPhone(text)).toBe(true)
    expect(isMobilePhone(text)).toBe(false)
  },
)

test('R-062 refuses a landline whose digit after the prefix is 0', () => {
  expect(isFrenchPhone('0045678901')).toBe(false)
})

test('R-061 every spelling of a random number is one phone', () => {
  const number = fc.stringMatching(/^[1-9][0-9]{8}$/)
  const prefix = fc.constantFrom('0', '+33', '0033', '33', '+330', '+33 (0)', '0033 (0)')
  const gap = fc.constantFrom('', ' ', '.', '-', '\u00A0')
  fc.assert(
    fc.property(number, prefix, gap, (digits, start, between) => {
      expect(normalisePhone(start + between + [...digits].join(between))).toBe(`+33${digits}`)
    }),
  )
})

test('a French number is shown in pairs and masked in logs (T33)', () => {
  expect(formatPhone('+33612345678')).toBe('06 12 34 56 78')
  expect(formatPhone('call me')).toBe('call me')
  expect(maskPhone('0612345678')).toBe('+336••••5678')
  expect(maskPhone('secret')).toBe('••••')
})
