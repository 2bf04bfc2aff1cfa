import { hostileHtml } from '@parvis/harness/fuzz/hostile-html'
import { describe, expect, test } from 'vitest'
import { sanitiseRichText } from './sanitise-rich-text.ts'

const mark = '(?:p|strong|b|em|i|u|s|h2|h3|ul|ol|li|blockquote|a)'
const link = '<a(?: href="([^"<>]*)")? rel="noopener noreferrer nofollow ugc" target="_blank">'
/** Grammar of everything that may remain, independent of the sanitiser's parser: any other tag fails. */
const harmless = new RegExp(`^(?:[^<>]|</?${mark}>|<(?:br|hr) />|${link})*$`)
const portal = 'https://portail.example'

/** The addresses of a text, as a browser resolves them. */
const addressesIn = (html: string): URL[] =>
  [...html.matchAll(new RegExp(link, 'g'))].map(([, href = '']) => new URL(decode(href), `${portal}/company`))

const decode = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const leadsOut = (address: URL) =>
  !['http:', 'https:', 'mailto:', 'tel:'].includes(address.protocol) || address.host === 'canary.test'

describe('G24 T08 rich text', () => {
  test('T08 there are at least 150 attacks, all different', () => {
    expect(new Set(hostileHtml).size).toBe(hostileHtml.length)
    expect(hostileHtml.length).toBeGreaterThanOrEqual(150)
  })

  test.each(hostileHtml.map((attack) => [attack.slice(0, 90), attack]))(
    'keeps allowed marks only of %j',
    (_, attack) => {
      for (const written of [
        attack,
        `<p>Du pain</p>${attack}`,
        `<ul><li>${attack}</li></ul>`,
        `<a href="${attack}">a</a>`,
      ]) {
        const kept = sanitiseRichText(written)
        expect(kept).toMatch(harmless)
        expect(addressesIn(kept).filter(leadsOut)).toEqual([])
        // Sanitising is idempotent: a second pass changes nothing.
        expect(sanitiseRichText(kept)).toBe(kept)
      }
    },
  )

  test('T08 the grammar of the test rejects what is not harmless', () => {
    const seen = hostileHtml.filter((attack) => !harmless.test(attack))
    expect(seen.length).toBeGreaterThan(140)
    const attributes = 'rel="noopener noreferrer nofollow ugc" target="_blank"'
    expect('<p onclick=x>').not.toMatch(harmless)
    for (const href of ['javascript:ran()', ' java\tscript:ran()', '//canary.test/', 'data:text/html,a'])
      expect(addressesIn(`<a href="${href}" ${attributes}>`).filter(leadsOut)).toHaveLength(1)
  })
})
