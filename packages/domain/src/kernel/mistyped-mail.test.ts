import { expect, test } from 'vitest'
import { meantMail } from './mistyped-mail.ts'

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmail.fr', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmaill.ocm', 'gmail.com'],
  ['GMIAL.COM', 'gmail.com'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmil.fr', 'hotmail.fr'],
  ['orange.f', 'orange.fr'],
  ['orange.ft', 'orange.fr'],
  ['oragne.fr', 'orange.fr'],
  ['wanado.fr', 'wanadoo.fr'],
  ['wanadoo.rf', 'wanadoo.fr'],
  ['yahooo.fr', 'yahoo.fr'],
  ['laposte.ne', 'laposte.net'],
  ['lapsote.net', 'laposte.net'],
  ['outlok.com', 'outlook.com'],
  ['iclould.com', 'icloud.com'],
  ['fere.fr', 'free.fr'],
  ['sfr.ft', 'sfr.fr'],
])('R-064 AMB-150 %s: %s is offered', (typed, meant) => {
  expect(meantMail(` Nom.Prenom@${typed}`)).toBe(`Nom.Prenom@${meant}`)
})

const leftAlone = `
  gmail.com hotmail.com hotmail.fr yahoo.fr laposte.net mail.com gmx.com gmx.fr
  ymail.com laposte.fr orange.com yahoo.co.uk hotmail.be hotmail.it live.be outlook.be
  proton.me fred.fr freres.fr grange.fr oranger.fr hotel.fr outdoor.fr neuville.fr
  laporte.fr range.fr boulangerie-martin.fr mairie.clichy.fr gmail.monsite.fr cloud.com
`

test.each(leftAlone.trim().split(/\s+/))('R-064 AMB-150 %s is left as it is', (domain) => {
  expect(meantMail(`nom@${domain}`)).toBeUndefined()
})

test.each([
  '',
  'nom',
  'nom@',
  '@gmial.com',
  'nom@gmial',
  'a@b@gmial.com',
  'nom@gmial.',
  `nom@${'gmial.'.repeat(50_000)}com`,
])('R-064 AMB-150 what is no address yet, %j, gets no guess', (typed) => {
  expect(meantMail(typed)).toBeUndefined()
})
