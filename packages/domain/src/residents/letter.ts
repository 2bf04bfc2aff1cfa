/** The news of the followed businesses by mail, for whom no push reaches (docs/spec/places-and-letter.md B). */

export const letterRhythms = ['daily', 'weekly'] as const
export type LetterRhythm = (typeof letterRhythms)[number]

/** `waiting`: its confirmation is awaited; `refused`: by the mailbox or by its reader. */
export const letterStates = ['waiting', 'on', 'refused'] as const
export type LetterState = (typeof letterStates)[number]

/** The weekly letter leaves on Thursday, before the weekend is planned (ISO day of the week). */
export const letterWeekday = 4

/** `l•••@exemple.fr`: enough to recognise one's own address, never the address itself. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
