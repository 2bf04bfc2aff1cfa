import type { FieldErrors } from '../kernel/field-errors.ts'
import { countCharacters } from '../kernel/text.ts'

/** A gallery looks full from three photos on; it holds eight at most. */
export const fullGallery = 3
export const maxPhotos = 8
/** Characters of an alternative text: one sentence, read aloud by a screen reader. */
export const maxPhotoAlt = 150

/** Refuses a longer alternative text; an empty one is given by `photoAlt`. */
export function checkPhotoAlt(alt: string): FieldErrors {
  return countCharacters(alt) > maxPhotoAlt ? { alt: 'photo_alt_error' } : {}
}

/** What a screen reader says of a photo: what was written of it, or its number (`position`, from 1) and whose it is. */
export const photoAlt = (alt: string, position: number, name: string): string => alt || `Photo ${position} de ${name}`
