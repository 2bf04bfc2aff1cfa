const minimumAge = 18
const maximumAge = 120

/** Reads `YYYY-MM-DD` or `DD/MM/YYYY` as a real calendar day, written `YYYY-MM-DD` (AMB-37); undefined otherwise. */
export function readBirthDate(text: string): string | undefined {
  const french = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/.exec(text.trim())
  const day = french ? `${french[3]}-${french[2]}-${french[1]}` : text.trim()
  return isCalendarDay(day) ? day : undefined
}

/**
 * True when the person born that day is 18 to 120 years old today (R-063, AMB-37); both days are `YYYY-MM-DD`, today in
 * Paris. The birthday itself counts; born on 29 February: 1 March of a common year (api.md 8.17).
 */
export function isAdult(birthDate: string, today: string): boolean {
  // Days written this way compare as texts, a 29 February that does not exist falling before 1 March.
  return addYears(birthDate, minimumAge) <= today && today < addYears(birthDate, maximumAge + 1)
}

function addYears(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
}

function isCalendarDay(day: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return false
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
