/** Reads `YYYY-MM-DD` or `DD/MM/YYYY` as a real calendar day, written `YYYY-MM-DD`; undefined otherwise (I-081, AMB-37). */
export function readDay(text: string): string | undefined {
  const french = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/.exec(text.trim())
  const day = french ? `${french[3]}-${french[2]}-${french[1]}` : text.trim()
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return undefined
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}

/** `DD/MM/YYYY` of `YYYY-MM-DD`. */
export function writeFrenchDay(day: string): string {
  return day.split('-').reverse().join('/')
}
