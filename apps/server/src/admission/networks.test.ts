import { expect, test } from 'vitest'
import { addressNetworks } from './networks.ts'

const visitorNetwork = (ip: string) => addressNetworks(ip).at(-1)?.subject
const subjects = (ip: string) => addressNetworks(ip).map(({ subject }) => subject)

test('T01 T02 limits per address count an IPv4 address however it is written, and a /64 of IPv6 as one', () => {
  expect(subjects('192.0.2.7')).toEqual(['192.0.2.7'])
  expect(subjects('::ffff:192.0.2.7')).toEqual(['192.0.2.7'])
  const network = ['2001:db8:1:2:3:4:5:6', '2001:DB8:1:2::1', '2001:db8:0001:2:ffff::']
  expect(new Set(network.map(visitorNetwork))).toEqual(new Set(['2001:db8:1:2']))
  // Compressed IPv6 notation hides groups of the network part too, not of the host part only.
  const short = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:a:b:c:d', '2001:db8::a:b:c:d']
  expect(new Set(short.map(visitorNetwork))).toEqual(new Set(['2001:db8:0:0']))
  expect(visitorNetwork('::1')).toBe('0:0:0:0')
  expect(visitorNetwork('2001:db8:1:3::1')).not.toBe(visitorNetwork('2001:db8:1:2::1'))
})

test('T02 the /64 of one /56 share a budget of two addresses, those of one /48 one of four', () => {
  expect(addressNetworks('2001:db8:1:12ab::1')).toEqual([
    { subject: '2001:db8:1::/48', factor: 4 },
    { subject: '2001:db8:1:1200::/56', factor: 2 },
    { subject: '2001:db8:1:12ab', factor: 1 },
  ])
  expect(subjects('2001:db8:1:12ff::').slice(0, 2)).toEqual(subjects('2001:db8:1:1200::').slice(0, 2))
})
