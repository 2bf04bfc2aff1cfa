/** Elements whose text is code, or goes back to the server as it stands. */
const raw = /^<\/?(?:textarea|pre|script|style)[\s>]/

/**
 * The words of an HTML document as French sets them, those that a shop typed too: no line begins with `: ; ! ? »` or ends with `«`,
 * and an hour is written `12 h 13`. Attributes, code and the fields of forms stay as they are.
 */
export function typesetHtml(html: string): string {
  let isRaw = false
  return html
    .split(/(<[^<>]*>)/)
    .map((part, at) => {
      if (at % 2 === 0) return isRaw ? part : typesetText(part)
      if (raw.test(part)) isRaw = part[1] !== '/'
      return part
    })
    .join('')
}

const typesetText = (text: string): string =>
  text
    .replace(/ ([:;!?»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/g, (_, hour: string, minutes: string) =>
      minutes === '00' ? `${Number(hour)}\u00a0h` : `${Number(hour)}\u00a0h\u00a0${minutes}`,
    )
    .replace(/(\d) (?=(?:h|min|km|m|€|%)(?![\p{L}\d]))/gu, '$1\u00a0')
