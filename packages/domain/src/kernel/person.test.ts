import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDay } from './day.ts'
import { isEmail, normaliseEmail } from './internet-address.ts'
import { displayName, isAdult, isPersonName, normalisePersonName } from './person.ts'
import { formatPhone, isFrenchPhone, isMobilePhone, maskPhone, normalisePhone } from './phone.ts'

test.each(['Éloïse', 'Jean Luc', 'Al', 'Müller', 'De La Tour', 'Œdipe', 'Ça', 'a'.repeat(50), 'E\u0301loi\u0308se'])(
  'R-059 R-060 accepts the name %j',
  (name) => {
    expect(isPersonName(name)).toBe(true)
  },
)

test.each([
  'A',
  'D',
  '',
  '  ',
  ' A ',
  'a'.repeat(51),
  'Jean2',
  'Jean-Luc',
  "O'Neil",
  'J@n',
  'Durand!',
  'Иван',
  'A×B',
  'Zoé🙂',
])('R-059 R-060 refuses the name %j', (name) => {
  expect(isPersonName(name)).toBe(false)
})

test('R-059 a name is stored with single spaces and composed accents', () => {
  expect(normalisePersonName('  Jean   Rene\u0301\u200B ')).toBe('Jean René')
})

test.each(['a@b.fr', 'marie.durand+pro@mairie.ville-exemple.fr', "o'neil@exemple.museum", 'A@B.FR'])(
  'R-064 E-053 accepts %s',
  (email) => {
    expect(isEmail(email)).toBe(true)
  },
)

test.each([
  'a@b',
  'a b@c.fr',
  '@c.fr',
  'a@.fr',
  'a@b..fr',
  'a@-b.fr',
  'a@b.f',
  'a@b.12',
  'a@1.2.3.4',
  'a.@b.fr',
  '.a@b.fr',
  'a..b@c.fr',
  'a@b@c.fr',
  'a@b.fr ',
  '',
  `${'a'.repeat(65)}@b.fr`,
  `a@${'b'.repeat(64)}.fr`,
  `a@${'b.'.repeat(130)}fr`,
  'a@b.fr\u0000',
  'é@b.fr',
])('R-064 E-053 refuses %j', (email) => {
  expect(isEmail(email)).toBe(false)
})

test('R-064 an address is stored trimmed, its domain in lower case', () => {
  expect(normaliseEmail(' Marie@Exemple.FR ')).toBe('Marie@exemple.fr')
  expect(normaliseEmail(' marie ')).toBe('marie')
})

test('R-064 a hostile address is judged at once', () => {
  const start = performance.now()
  expect(isEmail(`${'a.'.repeat(200_000)}@`)).toBe(false)
  expect(isEmail(`a@${'b-'.repeat(200_000)}`)).toBe(false)
  expect(performance.now() - start).toBeLessThan(500)
})

test.each([
  ['31/12/1990', '1990-12-31'],
  ['1990-12-31', '1990-12-31'],
  ['29/02/2004', '2004-02-29'],
  [' 1990-12-31 ', '1990-12-31'],
])('R-063 reads %j (AMB-37)', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test.each(['', '29/02/2003', '31/04/1990', '1990-13-01', '1/1/1990', '1990/01/01', '0000-00-00', '31-12-1990'])(
  'R-063 refuses %j, not a day',
  (text) => {
    expect(readDay(text)).toBeUndefined()
  },
)

test.each([
  ['2008-11-20', '2026-11-20', true],
  ['2008-11-21', '2026-11-20', false],
  ['2008-02-29', '2026-02-28', false],
  ['2008-02-29', '2026-03-01', true],
  ['2026-11-21', '2026-11-20', false],
  ['1906-11-20', '2026-11-20', true],
  ['1905-11-21', '2026-11-20', true],
  ['1905-11-20', '2026-11-20', false],
])('R-063 born on %s, on %s: adult %s', (birth, today, adult) => {
  expect(isAdult(birth, today)).toBe(adult)
})

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

test('T33 a French number is shown in pairs and masked in logs', () => {
  expect(formatPhone('+33612345678')).toBe('06 12 34 56 78')
  expect(formatPhone('call me')).toBe('call me')
  expect(maskPhone('0612345678')).toBe('+336••••5678')
  expect(maskPhone('secret')).toBe('••••')
})

test('M-040 M-021 a resident is a first name and an initial; without a profile, an inhabitant', () => {
  expect(displayName('Julie', 'Martin')).toBe('Julie M.')
  expect(displayName(' Éloïse ', 'de la Tour')).toBe('Éloïse D.')
  expect(displayName('Zoé', 'éclair')).toBe('Zoé É.')
  expect(displayName('Julie', null)).toBe('Julie')
  expect(displayName(null, null)).toBe('Un habitant')
})
