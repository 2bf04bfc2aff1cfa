import { expect, test } from 'vitest'
import { addressSubject } from './limits.ts'

test('T01 T02 limits per address count an IPv4 address however it is written, and a /64 of IPv6 as one', () => {
  expect(addressSubject('192.0.2.7')).toBe('192.0.2.7')
  expect(addressSubject('::ffff:192.0.2.7')).toBe('192.0.2.7')
  const network = ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', '2001:db8:1:2:ffff::']
  expect(new Set(network.map(addressSubject))).toEqual(new Set(['2001:db8:1:2']))
  // Compressed IPv6 notation hides groups of the network part too, not of the host part only.
  const short = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:a:b:c:d', '2001:db8::a:b:c:d']
  expect(new Set(short.map(addressSubject))).toEqual(new Set(['2001:db8:0:0']))
  expect(addressSubject('::1')).toBe('0:0:0:0')
  expect(addressSubject('2001:db8:1:3::1')).not.toBe(addressSubject('2001:db8:1:2::1'))
})
