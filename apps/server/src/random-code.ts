import { randomInt } from 'node:crypto'

/** Alphabet without look-alikes: no 0 and o, 1, i and l, u and v. */
const letters = '23456789abcdefghjkmnpqrstwxyz'

/** A code that people read and type, 4.8 bits a character: printed codes, transfers, the number of a report. */
export const randomCode = (length = 8): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
