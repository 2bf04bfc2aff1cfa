import { expect, test } from 'vitest'
import { businessTypes, isBusinessType, mayChangeType, offersOf } from './business-type.ts'
import { completeClockTime, formatClockTime, readClockTime, writeClockTime } from './clock-time.ts'
import { toCsv } from './csv.ts'
import { readId } from './ids.ts'
import { formatEuros, formatRoundEuros, readEuros, withVat } from './money.ts'
import { isUuidV4 } from './uuid.ts'

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

test('an exported cell never starts a formula (T10)', () => {
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
