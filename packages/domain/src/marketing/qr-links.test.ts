import { expect, test } from 'vitest'
import { cityAppOf } from './qr-links.ts'

const apps = { 92110: { link: 'https://clichy', logo: 'a' }, default: { link: 'https://paris', logo: 'b' } }

test('K-005 K-006 X-017 gives 92110 its own app and any other zip that of Paris', () => {
  expect(cityAppOf(apps, '92110')).toBe(apps[92110])
  for (const zip of ['75015', '69001', '92111', null]) expect(cityAppOf(apps, zip)).toBe(apps.default)
})
