export const minutesPerDay = 1_440

/** Minutes since midnight of a complete `HH:mm`, hours 0-23, minutes 0-59; undefined otherwise. */
export function readClockTime(text: string): number | undefined {
  const match = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}

/** `HH:mm` of minutes since midnight. */
export function writeClockTime(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** As one says it in French: `9 h`, `9 h 30`. */
export function formatClockTime(minutes: number): string {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}\u00A0h${rest === 0 ? '' : `\u00A0${twoDigits(rest)}`}`
}

/**
 * What the field holds on blur: `9` → `09:00`, `18` → `18:00`, `9h30` and `930` → `09:30`, `9:3` → `09:30`.
 * What cannot be understood stays as typed, for the rule to refuse.
 */
export function completeClockTime(text: string): string {
  const typed = text.trim()
  const match = /^([0-9]{1,2})(?:\s*[:hH.]\s*([0-9]{0,2}))?$/.exec(typed) ?? /^([0-9]{1,2})([0-9]{2})$/.exec(typed)
  if (!match) return typed
  const complete = `${match[1]?.padStart(2, '0')}:${(match[2] ?? '').padEnd(2, '0')}`
  return readClockTime(complete) === undefined ? typed : complete
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
