import { expect, test } from 'vitest'
import { typesetHtml } from './typography.fr.ts'

test('W-049 words are set as French is, attributes, code and fields are not touched', () => {
  const cases = [
    [
      '<p>Prêt ! Quand ? « Ici » : là ; oui</p>',
      '<p>Prêt\u00a0! Quand\u00a0? «\u00a0Ici\u00a0»\u00a0: là\u00a0; oui</p>',
    ],
    ['<p>9:05, 12:13, 18:00</p>', '<p>9\u00a0h\u00a005, 12\u00a0h\u00a013, 18\u00a0h</p>'],
    ['<p>25:10 1:2 10:20:30 http://a:80</p>', '<p>25:10 1:2 10:20:30 http://a:80</p>'],
    ['<p>3 h, 12 €, 5 %, 4 heures</p>', '<p>3\u00a0h, 12\u00a0€, 5\u00a0%, 4 heures</p>'],
    ['<a title="a : b">x</a>', '<a title="a : b">x</a>'],
    ['<textarea>a : 12:13</textarea><b>c !</b>', '<textarea>a : 12:13</textarea><b>c\u00a0!</b>'],
    [
      '<script type="application/ld+json">{"a": "b : c"}</script>',
      '<script type="application/ld+json">{"a": "b : c"}</script>',
    ],
  ] as const
  for (const [html, set] of cases) expect(typesetHtml(html), html).toBe(set)
})
