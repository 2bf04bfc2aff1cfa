import { expect, test } from 'vitest'
import { auditDetails } from './audit-panel.tsx'

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
