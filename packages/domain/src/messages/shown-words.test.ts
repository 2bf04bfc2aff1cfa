import { expect, test } from 'vitest'
import { shownWords } from './shown-words.ts'

const hitsOf = (text: string, asked: string) =>
  shownWords(text, asked).flatMap(({ text: part, isHit }) => (isHit ? [part] : []))

test('Q-119 the words found are shown, whatever their accents, case and endings', () => {
  expect(hitsOf('Deux Éclairs au café', 'eclair')).toEqual(['Éclairs'])
  expect(hitsOf('Ma commande est prête', 'commandé')).toEqual(['commande'])
  expect(hitsOf('Six croissants', 'croissan')).toEqual(['croissants'])
  expect(hitsOf('Fermé l’été', 'ete')).toEqual(['été'])
  expect(hitsOf('Nos chevaux', 'cheval')).toEqual(['chevaux'])
  expect(hitsOf('Faites la paix', 'pain')).toEqual([])
  expect(hitsOf('Le pain et le vin', 'vin pain')).toEqual(['pain', 'vin'])
})

test('Q-119 a long text is shown around the first word found, and nothing of it is lost between its parts', () => {
  const text = `${'Bonjour tout le monde. '.repeat(20)}Il reste des flans. ${'À demain. '.repeat(40)}`
  const parts = shownWords(text, 'flan')
  const shown = parts.map((part) => part.text).join('')
  expect(parts[0]?.text).toBe('…\u00A0')
  expect(shown.slice(2, -1)).toHaveLength(160)
  expect(text).toContain(shown.slice(2, -1))
  expect(hitsOf(text, 'flan')).toEqual(['flans'])
  expect(shownWords('', 'flan')).toEqual([])
  expect(shownWords('a (b) *', '* ( |')).toEqual([{ text: 'a (b) *', isHit: false }])
})
