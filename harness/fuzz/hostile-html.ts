import stored from './hostile-html.json' with { type: 'json' }

/**
 * 164 texts that would run `ran()`, load from canary.test or lay themselves over the page where they are taken for HTML,
 * after the lists of OWASP and of the authors of sanitisers (T08): none closes what another opens.
 */
export const hostileHtml: readonly string[] = [
  ...Object.values(stored).flat(),
  `${'<b>'.repeat(100)}<img src=x onerror=ran()>${'</b>'.repeat(100)}`,
  `${'<p><a href="https://a">'.repeat(100)}<script>ran()</script>`,
  `${'<scr'.repeat(100)}<script>ran()</script>${'ipt>'.repeat(100)}`,
]
