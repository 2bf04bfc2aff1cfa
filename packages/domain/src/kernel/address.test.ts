import { expect, test } from 'vitest'
import { completeWebsite, isWebsite } from './internet-address.ts'
import { distanceKm, formatDistance, isInstantZip, isZip, padZip, wrongDegrees } from './place.ts'

test.each(['01000', '98000', '75011', '97110', '20000'])('R-067 E-045 accepts the zip %s', (zip) => {
  expect(isZip(zip)).toBe(true)
})

test.each(['00100', '99000', '7500', '99123', 'abcde', '750111', ' 75011', '', '٧٥٠١١'])(
  'R-067 E-045 refuses %j',
  (zip) => {
    expect(isZip(zip)).toBe(false)
  },
)

test('I-077 an instant takes 00 to 98 and a number that lost its zero', () => {
  expect(['00100', '98999', '99000', '7500'].map(isInstantZip)).toEqual([true, true, false, false])
  expect([padZip(1000), padZip('1000'), padZip(100), padZip(75011), padZip('12'), padZip('x')]).toEqual([
    '01000',
    '01000',
    '00100',
    '75011',
    '12',
    'x',
  ])
})

test.each([
  'http://site.fr',
  'https://www.site.fr',
  'https://www.site.fr/page?a=b#c',
  'HTTP://Site.FR',
  'https://site.fr:8080/x',
  'https://café-du-parvis.fr',
])('E-048 E-049 V-013 accepts the website %s', (site) => {
  expect(isWebsite(site)).toBe(true)
})

test.each([
  'http://a',
  'http://x',
  'www.x.fr',
  'ftp://site.fr',
  'http://',
  'https://site .fr',
  'https://site.fr/a b',
  'https://-site.fr',
  'https://site.f',
  'https://1.2.3.4',
  'https://user@site.fr',
  'https://site.fr:port',
  'javascript:alert(1)',
  'https://site.fr/"onclick=',
  'https:///site.fr',
  `https://site.fr/${'a'.repeat(2000)}`,
])('E-048 E-049 V-013 refuses the website %j', (site) => {
  expect(isWebsite(site)).toBe(false)
})

test.each([
  ['https://site.fr', 'https://site.fr'],
  ['www.site.fr', 'http://www.site.fr'],
  ['site.fr', 'http://site.fr'],
  ['site.fr/page', 'http://site.fr/page'],
  [' site.fr ', 'http://site.fr'],
  ['boulangerie', 'boulangerie'],
  ['ftp://site.fr', 'ftp://site.fr'],
  ['', ''],
])('E-050 E-051 %j becomes %j on blur (AMB-58)', (typed, kept) => {
  expect(completeWebsite(typed)).toBe(kept)
})

test('I-105 distances use a radius of 6371 km and read 850 m, 1,2 km', () => {
  const parvis = { latitude: 48.8534, longitude: 2.3488 }
  expect(distanceKm(parvis, parvis)).toBe(0)
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(Math.PI * 6371, 6)
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111.19, 2)
  expect([0.85, 1.24, 0.9996, 0, 12].map(formatDistance)).toEqual(['850 m', '1,2 km', '1,0 km', '0 m', '12,0 km'])
})

test('coordinates are a point on Earth', () => {
  expect(wrongDegrees({ latitude: 90, longitude: -180 })).toEqual([])
  expect(wrongDegrees({ latitude: 90.1, longitude: 0 })).toEqual(['latitude'])
  expect(wrongDegrees({ latitude: Number.NaN, longitude: 0 })).toEqual(['latitude'])
})
