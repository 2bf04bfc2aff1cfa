import { expect, test } from 'vitest'
import { isAdult, readBirthDate } from './birth-date.ts'
import { isEmail, normaliseEmail } from './email.ts'
import { isPersonName, normalisePersonName } from './person-name.ts'

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
  expect(readBirthDate(text)).toBe(day)
})

test.each(['', '29/02/2003', '31/04/1990', '1990-13-01', '1/1/1990', '1990/01/01', '0000-00-00', '31-12-1990'])(
  'R-063 refuses %j, not a day',
  (text) => {
    expect(readBirthDate(text)).toBeUndefined()
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
