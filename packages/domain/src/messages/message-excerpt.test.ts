import { expect, test } from 'vitest'
import { messageExcerpt } from './message-excerpt.ts'

test('M-041 an excerpt is one line, cut between characters, and says when there is only a photo', () => {
  expect(messageExcerpt('Bonjour,\n\navez-vous du pain ?', false)).toBe('Bonjour, avez-vous du pain ?')
  expect(messageExcerpt('', true)).toBe('Photo')
  expect([...messageExcerpt('🎉'.repeat(200), false)]).toHaveLength(140)
  expect(messageExcerpt('a'.repeat(140), false)).toBe('a'.repeat(140))
})
