import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessTypes, isBusinessType, mayChangeType, offersOf } from './business-type.ts'
import { completeClockTime, formatClockTime, readClockTime, writeClockTime } from './clock-time.ts'
import { toCsv } from './csv.ts'
import { readTypedDay, writeFrenchDay } from './day.ts'
import { formatEuros, formatRoundEuros, readEuros, withVat } from './french-format.ts'
import { isUuidV4, readId } from './ids.ts'
import { formatRegistryNumber, isCompleteRegistryNumber, readRegistryNumber } from './registry-number.ts'

test('E-067 E-069 a time is complete HH:mm, hours 0-23, minutes 0-59', () => {
  expect(['00:00', '09:05', '23:59'].map(readClockTime)).toEqual([0, 545, 1439])
  for (const text of ['9:0', '24:00', '12:60', '9:00', '0900', '09:00:00', '', ' 9:00']) {
    expect(readClockTime(text)).toBeUndefined()
  }
  expect([0, 545, 1439].map(writeClockTime)).toEqual(['00:00', '09:05', '23:59'])
  expect([540, 570].map(formatClockTime)).toEqual(['9\u00A0h', '9\u00A0h\u00A030'])
})

test.each([
  ['9', '09:00'],
  ['18', '18:00'],
  ['9:', '09:00'],
  ['9:3', '09:30'],
  ['9h30', '09:30'],
  ['930', '09:30'],
  ['1830', '18:30'],
  ['24', '24'],
  ['12:60', '12:60'],
  ['midi', 'midi'],
  ['', ''],
])('E-070 the typed time %j becomes %j', (typed, complete) => {
  expect(completeClockTime(typed)).toBe(complete)
})

test('S-019 20 % of tax, to the cent', () => {
  expect([990, 9900, 2490, 24900, 4990, 49900].map(withVat)).toEqual([1188, 11880, 2988, 29880, 5988, 59880])
})

test('S-016 amounts read in French', () => {
  expect(formatEuros(990)).toBe('9,90\u00A0€')
  expect(formatEuros(-1234567)).toBe('-12\u202F345,67\u00A0€')
  expect(formatRoundEuros(9900)).toBe('99\u00A0€')
})

test('O-010 a price takes a comma or a point, two decimals at most', () => {
  expect(['12,50', '12.5', '0', '7', '1 200,05'].map(readEuros)).toEqual([1250, 1250, 0, 700, 120005])
  for (const text of ['abc', '', '12 €', '-1', '1,234', '1e3', '12,5,0', '12345678'])
    expect(readEuros(text)).toBeUndefined()
})

test('M-021 only the UUID v4 shape is a company', () => {
  expect(isUuidV4('3f2504e0-4f89-41d3-9a0c-0305e82c3301')).toBe(true)
  expect(isUuidV4('3F2504E0-4F89-41D3-9A0C-0305E82C3301')).toBe(true)
  for (const id of ['15', '3f2504e0-4f89-11d3-9a0c-0305e82c3301', '3f2504e0-4f89-41d3-ca0c-0305e82c3301', '']) {
    expect(isUuidV4(id)).toBe(false)
  }
})

test('ids are positive safe integers', () => {
  expect([readId('7'), readId(7), readId('9007199254740991')]).toEqual([7, 7, 9007199254740991])
  for (const id of ['0', '-1', '1.5', '1e3', 'abc', '', ' 7', '9007199254740992', 0, 1.5, Number.NaN]) {
    expect(readId(id)).toBeUndefined()
  }
})

test('T10 an exported cell never starts a formula', () => {
  const names = ['=HYPERLINK("x")', '@SUM', '-1+1', '\t=1', '+1', '\r=1', ' =1']
  const lines = toCsv([names]).trimEnd().split('";"')
  expect(lines.every((cell) => cell.replace(/^"/, '').startsWith("'"))).toBe(true)
  expect(toCsv([['a"b', 'c,d\ne', 3, -3, null]])).toBe('"a""b";"c,d\ne";3;"\'-3";\r\n')
})

test('T10 F17 an address that closes its cell runs nothing in a spreadsheet that separates by ; or , or tabs', () => {
  const hostile = [
    '12 rue X;=HYPERLINK(1+1);',
    '12 rue X; =1',
    'a,=1',
    'a, +1',
    'a\t@SUM(1)',
    'a\n=1',
    '"";=1',
    '＝1',
    ';;-1',
  ]
  // Whatever the locale separates by, and were quotes not understood at all.
  const cells = hostile.flatMap((text) => toCsv([[text, 'suite']]).split(/[;,\t\r\n]/))
  expect(cells.filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))).toEqual([])
  expect(toCsv([['12 rue de la Paix, 2-4', 'Bar-tabac']])).toBe('"12 rue de la Paix, 2-4";"Bar-tabac"\r\n')
})

test('R-007 E-023 the four types, and what each is offered', () => {
  expect(businessTypes.map((type) => offersOf(type).registryNumbers.join())).toEqual([
    'siret',
    'siret',
    'rna,siret',
    'siret',
  ])
  expect(businessTypes.filter((type) => offersOf(type).clickAndCollect)).toEqual(['commerce', 'entreprise'])
  expect(isBusinessType('mairie')).toBe(true)
  expect(isBusinessType('toString')).toBe(false)
  const allowed = businessTypes.flatMap((from) =>
    businessTypes.filter((to) => mayChangeType(from, to)).map((to) => `${from}>${to}`),
  )
  expect(allowed).toEqual([
    'commerce>commerce',
    'commerce>entreprise',
    'entreprise>commerce',
    'entreprise>entreprise',
    'association>association',
    'mairie>mairie',
  ])
})

test('AMB-37 a date is read as the French type it', () => {
  for (const typed of ['31/12/1990', '31121990', '31-12-1990', ' 31.12.1990 ', '1990-12-31']) {
    expect(readTypedDay(typed)).toBe('1990-12-31')
  }
  expect(readTypedDay('1/2/2000')).toBe('2000-02-01')
})

test('AMB-37 a day that does not exist is no date', () => {
  for (const typed of ['31/02/2000', '29/02/2001', '00/01/2000', '12/13/2000', '31/12/90', 'demain', '']) {
    expect(readTypedDay(typed)).toBeUndefined()
  }
})

test('AMB-37 digits that may be two days are none', () => {
  for (const typed of ['1121990', '112000', '1/121990', '11/21990']) expect(readTypedDay(typed)).toBeUndefined()
})

test('AMB-37 a day written then read is the same day', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(readTypedDay(writeFrenchDay(day))).toBe(day)
    }),
  )
})

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
