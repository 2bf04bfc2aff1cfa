/** Writes iCalendar (RFC 5545): content lines escaped, folded at 75 octets, ended by CRLF. */

export type IcalLine = readonly [name: string, value: string]

export function icalText(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/\r?\n/g, '\\n')
    .replace(/([;,])/g, '\\$1')
}

/** `20270314T140000Z` */
export const utcStamp = (moment: Date | number): string => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '')

export function writeIcal(lines: readonly IcalLine[]): string {
  return lines.map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`).join('')
}

const maxOctets = 75

/** A character of several octets is never cut. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= maxOctets) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const point = character.codePointAt(0) ?? 0
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (octets + size > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

/** The rules of Europe/Paris since 1996: what is published lies after. */
export const parisZone: readonly IcalLine[] = [
  ['BEGIN', 'VTIMEZONE'],
  ['TZID', 'Europe/Paris'],
  ['BEGIN', 'DAYLIGHT'],
  ['TZOFFSETFROM', '+0100'],
  ['TZOFFSETTO', '+0200'],
  ['TZNAME', 'CEST'],
  ['DTSTART', '19960331T020000'],
  ['RRULE', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
  ['END', 'DAYLIGHT'],
  ['BEGIN', 'STANDARD'],
  ['TZOFFSETFROM', '+0200'],
  ['TZOFFSETTO', '+0100'],
  ['TZNAME', 'CET'],
  ['DTSTART', '19961027T030000'],
  ['RRULE', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
  ['END', 'STANDARD'],
  ['END', 'VTIMEZONE'],
]
