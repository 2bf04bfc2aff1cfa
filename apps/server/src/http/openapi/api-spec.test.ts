import { readFileSync } from 'node:fs'
import { api } from '@parvis/domain/api'
import type { Endpoint } from '@parvis/domain/kernel/contract'
import { expect, test } from 'vitest'
import { developmentContract } from '../../development/index.ts'

const written = readFileSync(new URL('../../../../../docs/spec/api.md', import.meta.url), 'utf8')

/** Paths without the names of their parts: the document says {id} where a contract says :companyId. */
const shape = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*')
const served = new Set(
  [...Object.values(api), developmentContract]
    .flatMap((contract): Endpoint[] => Object.values(contract))
    .map(({ path }) => shape(path)),
)
const named = [...written.matchAll(/((?:GET|POST|PUT|DELETE) )?(?<!\w)(\/v1\/[\w/{}.-]*[\w}])/g)]

test('C-001 every call that is served is written in api.md', () => {
  const documented = new Set(named.map(([, , path = '']) => shape(path)))
  expect([...served].filter((path) => !documented.has(path))).toEqual([])
})

test('C-001 every call that api.md writes is served', () => {
  const calls = named.filter(([, method]) => method).map(([, , path = '']) => shape(path))
  expect(calls.length).toBeGreaterThan(60)
  expect(calls.filter((path) => !served.has(path))).toEqual([])
})
