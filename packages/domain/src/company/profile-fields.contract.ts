import { z } from 'zod'
import { flag, integer, jsonList, longText, number, text } from '../kernel/fields.ts'
import { drawablePictures } from './picture-sizes.ts'

/**
 * Field types of the company update. They never fail: what cannot be read becomes a value that the rules refuse, so that
 * every wrong field is named together, each by its own key (AMB-139).
 */

/** Sentinel of a value that cannot be read: one character that no rule accepts and that PostgreSQL can store. */
const unreadable = '\uFFFD'

/** Absent stays undefined (unchanged), null reads as empty (cleared). */
export const profileText = () => asEmpty(text().optional().catch(unreadable))
export const profileLongText = () => asEmpty(longText().optional().catch(unreadable))

/** Degrees; empty asks for the position to be looked up again (null). */
export const profileDegrees = () =>
  z.preprocess((value) => (value === '' ? null : value), z.union([z.null(), number()]).optional().catch(Number.NaN))

export const profileFlag = () =>
  z
    .union([flag(), z.literal('unreadable')])
    .optional()
    .catch('unreadable')

/** The n-th UPDATE takes the n-th file (AMB-54). */
export const pictureReferences = () =>
  asAbsent(
    z
      .union([jsonList(z.object({ rank: integer(), action: z.enum(['UPDATE', 'DELETE']) })), z.literal('unreadable')])
      .optional()
      .catch('unreadable'),
  )

/** Which of the pictures sent are drawings of ours; what cannot be read names none. */
export const drawnPictureNames = () => asAbsent(jsonList(z.enum(drawablePictures)).optional().catch(undefined))

const clockTime = () => text().catch(unreadable)

const entry = z.object({
  id: z.preprocess((value) => value ?? undefined, integer().optional().catch(undefined)),
  daytype: clockTime(),
  startTime: clockTime(),
  endTime: clockTime(),
  enabled: flag().optional(),
})

const noEntry = { daytype: unreadable, startTime: unreadable, endTime: unreadable }

/** The list that replaces the stored one; one entry that no rule accepts when it is no list of entries. */
export const openingHoursList = () =>
  z.preprocess((value) => (value === null || value === '' ? [] : value), jsonList(entry).optional().catch([noEntry]))

function asEmpty<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === null ? '' : value), schema)
}

function asAbsent<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema)
}
