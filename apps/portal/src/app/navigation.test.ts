import { roles } from '@parvis/domain/kernel/roles'
import { expect, test } from 'vitest'
import { pageHref } from '../lib/history.ts'
import { isCurrent, linksOf, mayOpen } from './navigation.ts'

const paths = (...input: Parameters<typeof linksOf>) => linksOf(...input).map((link) => link.to)

test('X-004 every type sees company, instants, agenda, messages and marketing', () => {
  for (const type of ['commerce', 'entreprise', 'association', 'mairie'] as const) {
    expect(paths(type, false)).toEqual(
      expect.arrayContaining(['/company', '/instants', '/agenda', '/messages', '/marketing']),
    )
  }
})

test('X-006 X-007 a town hall sees services and no subscription, the others the reverse', () => {
  expect(paths('mairie', false)).toContain('/services')
  expect(paths('mairie', false)).not.toContain('/subscription')
  for (const type of ['commerce', 'entreprise', 'association'] as const) {
    expect(paths(type, false)).toContain('/subscription')
    expect(paths(type, false)).not.toContain('/services')
  }
})

test('Q-028 a shop that takes orders has its desk in the bottom bar of the phone, the others have none', () => {
  expect(paths('commerce', false, true).slice(0, 4)).toContain('/commandes')
  expect(paths('commerce', false)).not.toContain('/commandes')
})

test('X-008 T-002 only a super admin sees statistics', () => {
  expect(paths('commerce', false)).not.toContain('/stats')
  expect(paths('commerce', true)).toContain('/stats')
  expect(paths('mairie', true)).toContain('/stats')
})

test('X-005 the company link is current on /editCompany, and on nothing that only begins alike', () => {
  const company = linksOf('commerce', false).find((link) => link.to === '/company')
  expect(company && isCurrent(company, '/editCompany')).toBe(true)
  expect(company && isCurrent(company, '/company')).toBe(true)
  expect(company && isCurrent(company, '/companyX')).toBe(false)
})

test('X-005 an instant being edited marks the link of the instants', () => {
  const instants = linksOf('commerce', false).find((link) => link.to === '/instants')
  expect(instants && isCurrent(instants, '/editService/7')).toBe(true)
})

test('R-001 R-002 R-005 a kept query string is the same, letter for letter', () => {
  for (const search of [
    '?useremail=a@b.fr',
    '?prosiret=73282932000074&userzipcode=01000',
    '?userphone=%2B33612345678',
    '',
  ]) {
    const typed = Object.fromEntries(new URLSearchParams(search))
    expect(pageHref({ to: '/inscription', search: typed })).toBe(`/inscription${search}`)
  }
})

test('U-004 each role sees the links and opens the pages that the contract opens to it', () => {
  expect(paths('commerce', false, true, 'counter')).toEqual([
    '/company',
    '/instants',
    '/messages',
    '/commandes',
    '/agenda',
  ])
  expect(paths('commerce', false, true, 'manager')).toEqual(paths('commerce', false, true, 'owner'))
  const opened = (pathname: string) => roles.filter((role) => mayOpen(role, pathname))
  expect(opened('/editSpecialOffer/7')).toEqual(['publisher', 'manager', 'owner'])
  expect(opened('/subscription')).toEqual(['manager', 'owner'])
  expect(opened('/paymentSuccess')).toEqual(['owner'])
  expect(opened('/commandes')).toEqual(roles)
})
