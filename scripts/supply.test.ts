import { expect, test } from 'vitest'
import { concerned } from './checks/advisories.mjs'
import { licencesPage } from './checks/licences.mjs'

test('T30 advisories of an offline copy are compared with every version in use', () => {
  const used = ['1.0.0', '1.2.0-beta.2', '1.2.0', '2.0.0', '2.10.0'].map((version) => ({ name: 'a', version }))
  const advisory = (events: object[], more = {}) => ({
    id: 'OSV-1',
    summary: 'bad',
    affected: [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events }] }],
    ...more,
  })
  const hit = (...advisories: object[]) => concerned(used, advisories)
  expect(hit(advisory([{ introduced: '0' }, { fixed: '1.2.0' }]))).toEqual([
    'a 1.0.0: OSV-1 bad',
    'a 1.2.0-beta.2: OSV-1 bad',
  ])
  expect(hit(advisory([{ introduced: '2.0.0' }, { last_affected: '2.9.0' }]))).toEqual(['a 2.0.0: OSV-1 bad'])
  expect(hit(advisory([{ introduced: '0' }], { withdrawn: '2026-01-01' }))).toEqual([])
  expect(hit({ id: 'OSV-2', affected: [{ package: { ecosystem: 'PyPI', name: 'a' }, versions: ['1.0.0'] }] })).toEqual(
    [],
  )
  expect(hit({ id: 'OSV-3', affected: [{ package: { ecosystem: 'npm', name: 'a' }, versions: ['2.10.0'] }] })).toEqual([
    'a 2.10.0: OSV-3',
  ])
})

test('T30 the page of licences names what is handed on under conditions', () => {
  const page = licencesPage([
    { name: '@img/sharp-libvips-linux-x64', version: '1.2.0', license: 'LGPL-3.0-or-later' },
    { name: 'a', version: '1.0.0', license: 'MIT' },
    { name: 'b', version: '1.0.0', license: 'MIT', dev: true },
  ])
  expect(page).toContain('| @img/sharp-libvips-linux-x64 | 1.2.0 | LGPL-3.0-or-later |')
  expect(page).toContain('| MIT | 2 | 1 |')
})
