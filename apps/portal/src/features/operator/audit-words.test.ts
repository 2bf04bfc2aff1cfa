import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditActs, auditDetails } from './audit-panel.tsx'

test('T34 the details of an act are told in words, the decision before its reason', () => {
  expect(auditDetails({ reason: 'Illisible', decision: 'refused' })).toBe(
    'décision\u00a0: refusée · motif\u00a0: Illisible',
  )
  expect(auditDetails({ on: false, reason: null })).toBe('actif\u00a0: non')
  expect(auditDetails({ after: 'b'.repeat(64), before: null, on: true })).toBe(
    'actif\u00a0: oui · après\u00a0: bbbbbbbbbbbb…',
  )
  expect(auditDetails({})).toBe('')
})

test('T11 AMB-144 the receipt of a deletion shows side, state and fingerprint', () => {
  expect(auditDetails({ sha256: 'a'.repeat(64), side: 'back', status: 'verified' })).toBe(
    'état\u00a0: acceptée · face\u00a0: verso · empreinte\u00a0: aaaaaaaaaaaa…',
  )
})

/** As the server writes them: `action: 'act.post'`, or one of two; what it names in another way is added by hand. */
const written = /\baction: (?:\w+ \? )?'([a-z_]+\.[a-z_]+)'(?: : '([a-z_.]+)')?/g
const composed = ['passkey.add', 'passkey.remove', 'payment.expired', 'payment.refused']

test('T34 every act that the server writes has its French words, those of town halls and of teams too', () => {
  const server = join(import.meta.dirname, '../../../../server/src')
  const acts = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(written)].flatMap(([, one, other]) => [one, other]),
  )
  const all = [...new Set([...acts.filter((act) => act !== undefined), ...composed])]
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter((act) => !auditActs[act])).toEqual([])
})
