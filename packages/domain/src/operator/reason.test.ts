import { expect, test } from 'vitest'
import { checkReason } from './reason.ts'

test.each(['', '    ', 'vu', 'a\u200Bb\u200Bcd', 'x'.repeat(501)])('T11 T34 %j is no reason', (reason) => {
  expect(checkReason(reason)).toEqual({ reason: 'reason_error' })
})

test.each(['Vérif', 'Le nom n’est pas lisible', 'x'.repeat(500)])('T11 T34 %j is a reason', (reason) => {
  expect(checkReason(reason)).toEqual({})
})
