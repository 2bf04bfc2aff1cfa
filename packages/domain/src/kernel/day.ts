/** Reads `YYYY-MM-DD` or `DD/MM/YYYY` as a real calendar day, written `YYYY-MM-DD`; undefined otherwise. */
export function readDay(text: string): string | undefined {
  const french = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/.exec(text.trim())
  const day = french ? `${french[3]}-${french[2]}-${french[1]}` : text.trim()
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return undefined
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}

/** A real day `YYYY-MM-DD` of the years that moments have too, 1900 to 2999: `Date` names and numbers others otherwise. */
export function isDate(text: string): boolean {
  return /^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text) && readDay(text) === text
}

/**
 * `31/12/1990`, `31121990`, `31 12 1990`, `1/2/2000` or `1990-12-31` as typed in a field, written `YYYY-MM-DD`; undefined when it
 * is no day, or might be two: a day or a month of one digit needs its separator.
 */
export function readTypedDay(text: string): string | undefined {
  const day = text.trim()
  const typed =
    /^(\d{2})[\s/.-]?(\d{2})[\s/.-]?(\d{4})$/.exec(day) ?? /^(\d{1,2})[\s/.-](\d{1,2})[\s/.-](\d{4})$/.exec(day)
  if (!typed) return readDay(text)
  const [dayOfMonth = '', month = ''] = typed.slice(1, 3).map((part) => part.padStart(2, '0'))
  return readDay(`${dayOfMonth}/${month}/${typed[3]}`)
}

/** `DD/MM/YYYY` of `YYYY-MM-DD`; anything else is left as it is. */
export function writeFrenchDay(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}
