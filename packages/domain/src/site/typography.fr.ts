/** Elements whose text is code, or goes back to the server as it stands. */
const raw = /^<\/?(?:textarea|pre|script|style)[\s>]/
const longestRaw = '</textarea>'.length

/**
 * The words of an HTML document as French sets them, those that a shop typed too: no line begins with `: ; ! ? »` or ends with `«`,
 * and an hour is written `12 h 13`. Attributes, code and the fields of forms stay as they are.
 */
export function typesetHtml(html: string): string {
  let set = ''
  let copied = 0
  let isRaw = false
  for (let at = 0; at < html.length; ) {
    const tag = endOr(html.indexOf('<', at), html)
    const text = html.slice(at, tag)
    if (!isRaw && isUnset.test(text)) {
      set += html.slice(copied, at) + typesetText(text)
      copied = tag
    }
    if (raw.test(html.slice(tag, tag + longestRaw))) isRaw = html[tag + 1] !== '/'
    at = endOr(html.indexOf('>', tag), html) + 1
  }
  return set + html.slice(copied)
}

const endOr = (index: number, text: string): number => (index === -1 ? text.length : index)

/** One look finds the texts that need a change: most of a page does not. */
const isUnset = /[ ][:;!?»]|« |\d[ :]/

const typesetText = (text: string): string =>
  text
    .replace(/ ([:;!?»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/g, (_, hour: string, minutes: string) =>
      minutes === '00' ? `${Number(hour)}\u00a0h` : `${Number(hour)}\u00a0h\u00a0${minutes}`,
    )
    .replace(/(\d) (?=(?:h|min|km|m|€|%)(?![\p{L}\d]))/gu, '$1\u00a0')
