import { expect, test } from 'vitest'
import { type LetterNews, newsLetter } from './letter.fr.ts'
import { maskedAddress } from './letter.ts'

const url = 'https://parvis.example/a'
const item = (n: number, more: Partial<LetterNews> = {}): LetterNews => ({
  kind: 'instant',
  company: `Club ${n % 2}`,
  title: `Bal ${n}`,
  text: '',
  url,
  when: 'samedi 14 mars, 18 h',
  ...more,
})

test('L-006 changes first, news by business with dates, what is to come; thirty, then « et 12 autres »', () => {
  const news = Array.from({ length: 42 }, (_, n) => item(n, n === 3 ? { kind: 'change', text: 'Annulé' } : {}))
  const { subject, sections = [], more } = newsLetter({ news, toCome: [{ text: 'Fournil, demain', url }], url })
  expect(subject).toBe('42 nouvelles de vos abonnements')
  expect(sections.map(({ title }) => title)).toEqual(['Changements', 'Club 0', 'Club 1', 'Vos places et vos commandes'])
  expect(sections.slice(0, 3).flatMap(({ items }) => items)).toHaveLength(30)
  expect(sections[1]?.items[0]?.text).toBe('Bal 0, samedi 14 mars, 18 h')
  expect(more).toBe('et 12 autres')
})

test('L-004 L-009 an address is masked, and the addresses that others type are no links', () => {
  expect(maskedAddress('lettre@exemple.fr')).toBe('l•••@exemple.fr')
  const { sections = [] } = newsLetter({ news: [item(1, { title: 'Voir https://x.example?a=1' })], toCome: [], url })
  expect(sections[0]?.items[0]?.text).toBe('Voir x.example?a=1, samedi 14 mars, 18 h')
})
