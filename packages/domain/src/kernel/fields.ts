import { z } from 'zod'
import type { Role } from './roles.ts'
import { cleanText, hasForbiddenCharacters } from './text.ts'

/** Field types of the wire (api.md section 1): lenient in what they read, for contracts only. */

/** A one-line text: a string or a number, cleaned and trimmed. U+0000 and lone surrogates are refused. */
export const text = () =>
  z.union([z.string(), z.number()]).transform(String).refine(isStorable, 'invalid').transform(oneLine)

/** A text that keeps its line breaks. */
export const longText = () =>
  z
    .string()
    .refine(isStorable, 'invalid')
    .transform((value) => cleanText(value, { multiline: true }))

/** The same, where an absent or null one is empty: the rule of the subject says what is wrong with that. */
export const writtenText = () => z.preprocess((value) => value ?? '', longText())

/** Empty, as forms send what was not filled in, and null say no more than absent. */
export const absentIfEmpty = (value: unknown) => (value === '' ? undefined : (value ?? undefined))

/** A field that may be left out. */
export const leftOut = <T extends z.ZodType>(field: T) => z.preprocess(absentIfEmpty, field.optional())

/** A field that may be cleared: empty says null. */
export const orNull = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === '' ? null : value), field.nullable())

/** An optional text; absent stays undefined (unchanged), null reads as empty (cleared). */
export const optionalText = () => z.preprocess((value) => (value === null ? '' : value), text().optional())

/** A phone as it was typed. Whatever cannot be read is no phone: INVALID_PHONE, as of a text that is none, rather than VALIDATION. */
export const typedPhone = () => optionalText().catch('')

/** A number, or its text with a comma or a point; `key` names the field's error. */
export const number = (key?: string) => z.preprocess(readNumber, z.number(key))

/** A whole number, or its text. */
export const integer = (key?: string) => z.preprocess(readNumber, z.number(key).int(key))

/** `1/0/true/false`, as texts or values; `key` names the field's error. */
export const flag = (key?: string) => z.preprocess(readFlag, z.boolean(key))

/** A list that travels as an array, or as JSON inside a form field; `key` names the field's error. */
export const jsonList = <T extends z.ZodType>(item: T, max = 200, key?: string) =>
  z.preprocess(readJson, z.array(item, key).max(max, key))

/** The same, of one item at least. */
export const filledJsonList = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(readJson, z.array(item).min(1).max(max))

/** The same as jsonList, which may be left out or null; the rule of the subject bounds it. */
export const optionalJsonList = <T extends z.ZodType>(item: T) => z.preprocess(readJson, z.array(item).nullish())

export const uuid = () => text().pipe(z.uuidv4().transform((value) => value.toLowerCase()))

/** A company's id that may be left out; anything else must be well formed. */
export const optionalUuid = () => leftOut(uuid())

/** A positive integer id in a path; anything else is a 404 there. */
export const pathId = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .refine(Number.isSafeInteger)

/** A UUID v4 in a path; anything else is a 404 there. */
export const pathUuid = () => z.uuidv4().transform((value) => value.toLowerCase())

/** A call about one company, the `id` of its path, by who has that role in it at least. */
export const ofCompany = <R extends Role>(atLeast: R) =>
  ({ access: { company: 'params.id', atLeast }, params: z.object({ id: pathUuid() }) }) as const

/** The same of the official hall of a commune. */
export const ofOfficialHall = <R extends Role>(atLeast: R) =>
  ({ ...ofCompany(atLeast), access: { company: 'params.id', officialHall: true, atLeast } }) as const

function isStorable(value: string): boolean {
  return !hasForbiddenCharacters(value)
}

function oneLine(value: string): string {
  return cleanText(value)
}

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const written = value.trim().replace(',', '.')
  return /^[+-]?\d{1,16}(\.\d{1,12})?$/.test(written) ? Number(written) : value
}

function readFlag(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  return value
}

function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
