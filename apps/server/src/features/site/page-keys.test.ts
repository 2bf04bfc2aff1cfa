import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Site, siteHosts } from '../../http/site-hosts.ts'
import { keyedAddress } from './hosts/hosts.ts'
import { PageMemory } from './hosts/page-memory.ts'
import { keysOfPages } from './hosts/plain-address.ts'

const named = siteHosts({
  residentUrl: 'https://parvis.site',
  customDomains: true,
  mediaOrigin: 'https://media.parvis.site',
  publicUrl: 'https://pro.parvis.site',
  links: { webDomain: 'parvis.fr', appLink92110: 'https://clichy.app', appLinkParis: 'https://paris.app' },
})

const words = fc.array(fc.constantFrom('a', 'clichy-92110', 'agenda', 'agenda.ics', 'fournil'), { maxLength: 3 })
const label = fc.stringMatching(/^[a-z0-9-]{1,8}(\.[a-z]{2,3})?$/)
const host = fc.oneof(
  fc.constant('parvis.site'),
  label.map((name) => `${name}.parvis.site`),
  label.map((name) => `${name}.parvis.fr`),
  label.map((name) => `${name}.fr`),
)
const whoseOf = (site: Site): string => JSON.stringify(site)

test('W-125 S4 two hosts that show different sites never share the key of a page; a label with a dot is nobody’s', () => {
  fc.assert(
    fc.property(host, host, words, words, (one, other, ofOne, ofOther) => {
      const [first, second] = [named(one), named(other)]
      const query = new Map<string, string>()
      const keys = [keyedAddress(first, { words: ofOne, query }), keyedAddress(second, { words: ofOther, query })]
      const isSame = whoseOf(first) === whoseOf(second) && ofOne.join('/') === ofOther.join('/')
      expect(keys[0]?.key === keys[1]?.key, `${one} ${other}`).toBe(isSame)
    }),
    { numRuns: 2_000 },
  )
  expect(named('boutique.fr.parvis.site')).toEqual({ kind: 'nobody' })
  expect(named(`${'a'.repeat(64)}.parvis.site`)).toEqual({ kind: 'nobody' })
  expect(named('fournil.parvis.site')).toEqual({ kind: 'premium', subdomain: 'fournil' })
})

test('W-125 S8 a key holds what its page reads: other keys, values that mean nothing and their order are not in it', () => {
  const keyOf = (path: string, query: Record<string, string>) =>
    keyedAddress(
      { kind: 'resident' },
      { words: path.split('/').filter(Boolean), query: new Map(Object.entries(query)) },
    ).key
  const plain = keyOf('/clichy-92110/agenda', {})
  for (const query of [{ code: '1' }, { version: '7' }, { q: 'pain' }, { categorie: 'inventée' }, { type: 'commerce' }])
    expect(keyOf('/clichy-92110/agenda', query as Record<string, string>)).toBe(plain)
  expect(keyOf('/clichy-92110/agenda', { categorie: 'musical' })).not.toBe(plain)
  expect(keyOf('/clichy-92110/annuaire', { page: '2', q: 'pain' })).toBe(
    keyOf('/clichy-92110/annuaire', { q: ' pain ', page: '2' }),
  )
  expect(keyOf('/clichy-92110/annuaire', { ouvert: '2', type: 'roi' })).toBe(keyOf('/clichy-92110/annuaire', {}))
  expect(Object.keys(keysOfPages).length).toBeGreaterThan(10)
})

test('W-124 S8 a town has its share of the pages in memory: whoever asks for all its pages leaves those of others', async () => {
  const memory = new PageMemory()
  const read = async (key: string, size: number) =>
    await memory.read(
      key,
      async () => ({ status: 200, cache: '', tags: ['a'], bytes: Buffer.alloc(size) }),
      () => false,
    )
  await read('resident: /arcueil-94110', 1_000)
  const keys = Array.from({ length: 60 }, (_, at) => `resident: /clichy-92110/annuaire?q=${at}`)
  for (const key of keys) await read(key, 1_000_000)
  const held = keys.filter((key) => memory.holds(key))
  expect(held).toEqual(keys.slice(-held.length))
  expect(held.length).toBeLessThan(8)
  expect(held.length).toBeGreaterThan(2)
  expect(memory.holds('resident: /arcueil-94110')).toBe(true)
})
