import { cleanText } from './text.ts'

/** What a reader sees of HTML: tags removed, entities decoded, invisible characters removed, trimmed. */
export function visibleText(html: string): string {
  return cleanText(decodeEntities(removeTags(html, () => '')), { multiline: true })
}

/** HTML, or plain text, as plain text with line breaks where blocks and `<br>` were. */
export function htmlToPlainText(html: string): string {
  const text = removeTags(html, (name) => (breaking.has(name) ? '\n' : ''))
  return cleanText(decodeEntities(text), { multiline: true }).replace(/\n{3,}/g, '\n\n')
}

const breaking = new Set(['br', '/p', '/div', '/li', '/h1', '/h2', '/h3', '/h4', '/h5', '/h6', '/blockquote', '/tr'])
const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg'])

/** One pass, so that a text of 10,000 `<` costs no more than another. A `<` that opens no tag is a character. */
function removeTags(html: string, instead: (name: string) => string): string {
  let text = ''
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(from, at + 1))) {
    const name = tagName(html.slice(at + 1, at + 24))
    if (name === undefined) continue
    const end = endOfTag(html, at, name)
    if (end < 0) break
    text += html.slice(from, at) + instead(name)
    from = end
  }
  return text + html.slice(from)
}

function tagName(text: string): string | undefined {
  if (text.startsWith('!--')) return '!--'
  return /^(!|\/?[a-z][a-z0-9]*)/i.exec(text)?.[0].toLowerCase()
}

function endOfTag(html: string, at: number, name: string): number {
  if (name === '!--') return endAfter(html, '-->', at)
  const end = html.indexOf('>', at)
  if (end < 0 || !unseen.has(name)) return end < 0 ? -1 : end + 1
  // Searched in place: a copy per element made 250 kB of `<svg></svg>` take seconds.
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = end
  return close.test(html) ? endAfter(html, '>', close.lastIndex) : html.length
}

function endAfter(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}

function decodeEntities(text: string): string {
  return text.replace(/&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,7});/g, (whole, body: string) => {
    if (!body.startsWith('#')) return htmlEntities[body] ?? whole
    const code = /^#[xX]/.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

/** Named entities of HTML 4 met in French texts: the Latin-1 set, in the order of its code points from U+00A0, and a few more. */
const htmlEntities: Readonly<Record<string, string>> = {
  ...latin1(),
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  OElig: 'Œ',
  oelig: 'œ',
  Yuml: 'Ÿ',
  euro: '€',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  trade: '™',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200C',
  zwj: '\u200D',
}

function latin1(): Record<string, string> {
  const names =
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
    'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
    'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
    'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
    'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
  return Object.fromEntries(names.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)]))
}
