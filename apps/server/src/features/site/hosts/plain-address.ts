export type PlainAddress = { words: string[]; query: Map<string, string> }

/** In the order of a plain address. */
const knownKeys =
  'q ouvert page type categorie changer vers adresse transfert code version nature annee vue de avant'.split(' ')

/**
 * The public pages by kind, each with the keys of the query that it reads: another key, or a value that it does not know, changes
 * nothing and is in no cache key. The test of costs has a row for each.
 */
export const keysOfPages = {
  home: ['q'],
  word: ['version'],
  sitemap: [],
  town: [],
  directory: ['q', 'ouvert', 'page', 'type'],
  agenda: ['page', 'categorie'],
  services: [],
  sheet: [],
  calendar: ['categorie'],
  news: [],
  business: [],
  instant: [],
  acts: ['q', 'nature', 'annee', 'page'],
  alerts: [],
  fragment: ['vue'],
} as const satisfies Record<string, readonly string[]>

export type PageKind = keyof typeof keysOfPages

/** A page of a host: the paths that it is at, without their first slash; its kind; its reader. */
export type PageRow<Reader> = readonly [path: RegExp, kind: PageKind, read: Reader]

/** The first row that fits a path; the last one of a table fits every path. */
export const pageAt = <Reader>(rows: readonly PageRow<Reader>[], words: readonly string[]): PageRow<Reader> => {
  const row = rows.find(([path]) => path.test(words.join('/'))) ?? rows.at(-1)
  if (!row) throw new Error('a host has pages')
  return row
}

/** Empty for the first page and for what is no number; one of more than six digits is beyond the last page (residents.md 15.44). */
function pageNumber(text: string): string {
  if (!/^[1-9]\d*$/.test(text) || text === '1') return ''
  return text.length > 6 ? '999999' : text
}

/**
 * Reads the path and the query of a request. An address in another form than the plain one answers the plain one:
 * upper case, final or doubled slash, percent-encoded letters, `page=1`, empty keys. Unknown keys are left out. The words
 * of a counted code keep their case: it answers by itself (residents.md 15.40).
 */
export function readAddress(url: string): PlainAddress | { plain: string } {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const params = new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
  const query = new Map<string, string>()
  let dropped = false
  for (const key of knownKeys) {
    const value = params.get(key)
    if (value === null) continue
    const meant = key === 'page' ? pageNumber(value) : value
    if (meant.trim() === '') dropped = true
    else query.set(key, meant)
  }
  const plain = plainPath(path)
  if (plain !== path || dropped) return { plain: withQuery(plain, query) }
  return { words: plain.split('/').filter(Boolean), query }
}

export function withQuery(path: string, query: ReadonlyMap<string, string>): string {
  const text = new URLSearchParams([...query]).toString()
  return text ? `${path}?${text}` : path
}

function plainPath(path: string): string {
  const decoded = decode(path)
  const cased = /^\/q\//i.test(decoded) ? decoded : decoded.toLowerCase()
  const plain = cased.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  // A character that no address of ours has stays as it was written: it matches nothing and is reflected nowhere.
  return /^[\w\-./~]*$/.test(plain) && plain.startsWith('/') ? plain : path
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
