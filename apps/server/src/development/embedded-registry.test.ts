import { expect, test } from 'vitest'
import { createEmbeddedRegistry, demonstrationDirectory } from './embedded-registry.ts'

const registry = createEmbeddedRegistry()

test('R-046 every number of the demonstration directory passes the sums of a real one', () => {
  const codes = Object.keys(demonstrationDirectory)
  const sirets = codes.filter((code) => /^\d{14}$/.test(code))
  expect(sirets.length).toBeGreaterThanOrEqual(15)
  for (const siret of sirets) expect([luhn(siret), luhn(siret.slice(0, 9))]).toEqual([0, 0])
  for (const code of codes.filter((one) => !sirets.includes(one))) expect(code).toMatch(/^W\d[A-Z0-9]\d{7}$/)
})

test('AMB-19 the embedded registry knows the town by SIRET, SIREN and RNA', async () => {
  const bakery = { name: 'Boulangerie des Lilas', address: '12 Rue de Paris', zipCode: '92110', city: 'Clichy' }
  expect(await registry.lookUp('99990000400014')).toMatchObject(bakery)
  expect(await registry.lookUp('999900004')).toMatchObject(bakery)
  expect(await registry.lookUp('W922000025')).toMatchObject({ name: 'Chorale du Parvis' })
})

test('AMB-19 the embedded registry knows the town halls of France', async () => {
  expect(await registry.lookUp('21920024300017')).toMatchObject({ name: 'Mairie de Clichy', zipCode: '92110' })
})

test('AMB-19 a well-formed number it does not know has no entry', async () => {
  expect(await registry.lookUp('73282932000074')).toBeUndefined()
  expect(await registry.lookUp('W999999999')).toBeUndefined()
})

function luhn(digits: string): number {
  const doubled = [...digits].reverse().map((digit, at) => (at % 2 === 0 ? Number(digit) : Number(digit) * 2))
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10
}
