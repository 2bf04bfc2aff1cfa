import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, countCharacters, foldText, hasForbiddenCharacters, matchesSearch } from './text.ts'
import { htmlToPlainText, visibleText } from './visible-text.ts'

test.each([
  ['  a\u200Bb\u200Ec\uFEFFd\u00ADe\u200D ', 'abcde'],
  ['a\u0007\u001B\u0085b', 'a b'],
  ['Offre\nspéciale\tdu jour', 'Offre spéciale du jour'],
  ['👨‍👩‍👧 et 👩🏽‍🍳 ❤️‍🔥', '👨‍👩‍👧 et 👩🏽‍🍳 ❤️‍🔥'],
  ['\u00A0 deux \u00A0', 'deux'],
])('I-091 cleans %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test('I-091 a text of several lines keeps its breaks', () => {
  expect(cleanText(' a\r\nb\rc\n\u0000d ', { multiline: true })).toBe('a\nb\nc\nd')
})

test('I-091 cleaning twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, multiline) => {
      const once = cleanText(text, { multiline })
      expect(cleanText(once, { multiline })).toBe(once)
    }),
  )
})

test('AMB-76 characters are counted as code points', () => {
  expect(countCharacters('été')).toBe(3)
  expect(countCharacters('🙂🙂')).toBe(2)
})

test('D6 U+0000 and lone surrogates are forbidden, pairs are not', () => {
  expect(['a\u0000b', 'a\uD83D', '\uDE00b', '🙂', ''].map(hasForbiddenCharacters)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('AMB-138 searching ignores case, accents and ligatures', () => {
  expect(foldText('Œuvre d’Été À ÇA')).toBe("oeuvre d'ete a ca")
})

test.each([
  ['<p>Bonjour <b>à</b> tous</p>', 'Bonjour à tous'],
  ['<p></p>', ''],
  ['<p>&nbsp;&#8203;</p>', ''],
  ['a &amp; b &lt;3 &eacute;&#233;&#xE9; &frac12;', 'a & b <3 ééé ½'],
  ['<!-- secret -->vu<!-- fin', 'vu'],
  ['<script>alert(1)</script>vu<style>p{}</style>', 'vu'],
  ['5 < 10 et 3>2', '5 < 10 et 3>2'],
  ['<img src="x" alt="y">', ''],
  ['&inconnu; &#0; &#xD800;', '&inconnu;'],
])('E-046 the visible text of %j is %j', (html, text) => {
  expect(visibleText(html)).toBe(text)
})

test('I-070 HTML received as a long description becomes lines of text (AMB-77)', () => {
  expect(htmlToPlainText('<p>Un<br>deux</p><ul><li>trois</li></ul>\n\n\n\nquatre')).toBe('Un\ndeux\ntrois\n\nquatre')
})

test('E-046 hostile HTML is read at once', () => {
  const start = performance.now()
  visibleText('<'.repeat(300_000))
  visibleText('<a'.repeat(300_000))
  visibleText('<a>'.repeat(100_000))
  expect(performance.now() - start).toBeLessThan(1000)
})

test('AMB-138 a search ignores accents, case, hyphens and the order of words', () => {
  for (const search of ['epicerie', 'ÉPICERIE fine', 'fine epi', 'saint ouen', 'Saint-Ouen']) {
    expect(matchesSearch('Épicerie fine de Saint-Ouen', search), search).toBe(true)
  }
  expect(matchesSearch('Œuvres d’art', 'oeuvres d art')).toBe(true)
})

test('AMB-138 every word of a search must be found', () => {
  expect(matchesSearch('Épicerie fine', 'épicerie bio')).toBe(false)
})

test('AMB-138 an empty search finds all', () => {
  expect(matchesSearch('Boulangerie', '  ')).toBe(true)
})

const length = 100_000
const max = 100

/** Inputs that make a regular expression backtrack: repetitions that nearly match, then an end that does not. */
const unit = [
  'a',
  'A',
  ' ',
  '.',
  '-',
  '1',
  '@',
  '<',
  '(',
  '/',
  'a.',
  'a@',
  '0 ',
  '1:',
  ', ',
  'é',
  '\u00ad',
  '\u200d',
  '😀\u200d',
  'http://',
  '<p>',
  '&lt;',
  '\r\n',
]
const hostile = unit.flatMap((part) => {
  const long = part.repeat(Math.ceil(length / part.length)).slice(0, length)
  return [`${long}!`, `a@${long}\u0000`]
})

const folder = new URL('../', import.meta.url)
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => /^[^.]+\.ts$/.test(file))

/** Every exported function that could take a text first. */
const readers = await Promise.all(
  files.map(async (file) => {
    const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>
    return Object.entries(exported).flatMap(([name, value]) =>
      typeof value === 'function' && value.length > 0
        ? [{ name: `${file} ${name}`, read: value as (text: string) => unknown }]
        : [],
    )
  }),
).then((found) => found.flat())

function millisecondsOf(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  try {
    read(text)
  } catch {
    // It takes something else than a text.
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test('T28 no function of the domain that takes a text needs more than 100 ms for 100 kB of it', () => {
  const names = readers.map(({ name }) => name.split(' ')[1])
  expect(names).toEqual(
    expect.arrayContaining(['isEmail', 'normalisePhone', 'cleanText', 'checkSubdomain', 'isWebsite']),
  )
  const slow = readers.flatMap(({ name, read }) =>
    hostile.flatMap((text) => {
      // Five times: a run may meet a collection of garbage, which counts as this process's too.
      const tries = Array.from({ length: 5 }, () => text)
      return tries.every((again) => millisecondsOf(read, again) > max) ? [`${name} ${text.slice(0, 12)}`] : []
    }),
  )
  expect(slow).toEqual([])
}, 180_000)
