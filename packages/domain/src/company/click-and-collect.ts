import { countCharacters } from '../kernel/text.ts'

/** The four picture slots, named by their rank on the wire. */
export const pictureSlots = [0, 1, 2, 3] as const

export type PictureReference = { rank: number; action: 'UPDATE' | 'DELETE' }

const longerThan = 10

/** The service description must be longer than 10 characters. */
export function isClickAndCollectDescription(text: string): boolean {
  return countCharacters(text) > longerThan
}

/**
 * True when the references name distinct slots 0 to 3 and have one file for each UPDATE: the n-th UPDATE takes the n-th
 * file.
 */
export function arePictureReferences(references: readonly PictureReference[], files: number): boolean {
  const ranks = references.map((reference) => reference.rank)
  const updates = references.filter((reference) => reference.action === 'UPDATE').length
  return (
    ranks.every((rank) => pictureSlots.some((slot) => slot === rank)) &&
    new Set(ranks).size === ranks.length &&
    updates === files
  )
}

/** The slots filled once the references are applied to the filled ones; slots not named are unchanged. */
export function filledSlots(stored: readonly number[], references: readonly PictureReference[]): number[] {
  const deleted = references.filter((reference) => reference.action === 'DELETE').map((reference) => reference.rank)
  const updated = references.filter((reference) => reference.action === 'UPDATE').map((reference) => reference.rank)
  return [...new Set([...stored, ...updated])].filter((rank) => !deleted.includes(rank)).sort((a, b) => a - b)
}
