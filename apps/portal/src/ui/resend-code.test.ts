import { expect, test } from 'vitest'
import { codeKeyboard, sentCode } from './resend-code.tsx'

test('T01 F7 a code with letters can be typed on a phone: another keyboard, in capitals, and other words', () => {
  const answer = { expiresIn: 600, retryAfter: 60 }
  expect(codeKeyboard(sentCode({ ...answer, letters: true }, undefined))).toEqual({
    words: '5 caractères',
    inputMode: 'text',
    autoCapitalize: 'characters',
  })
  expect(codeKeyboard(sentCode({ ...answer, letters: false }, undefined)).inputMode).toBe('numeric')
})
