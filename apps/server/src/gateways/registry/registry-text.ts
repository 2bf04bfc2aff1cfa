import { communeOfName } from '../geocoder/communes.ts'

/** A text of a public registry, blank when it is hidden at its owner's wish or only fills the place. */
export function shown(text: string | null | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
  return HIDDEN.some((mark) => line.includes(mark)) ? '' : line
}

/** "BOULAZAC ISLE MANOIRE" → "Boulazac Isle Manoire", "PARIS 08" → "Paris", "LYON CEDEX 03" → "Lyon". */
export function cityName(text: string | null | undefined): string {
  const name = shown(text)
    .replace(/ CEDEX.*$/i, '')
    .replace(/^(PARIS|LYON|MARSEILLE)\s+\d.*$/i, '$1')
  return communeOfName(name)?.name ?? capitalised(name)
}

const HIDDEN = ['[NON-DIFFUSIBLE]', '[ND]', 'SUPPRESSION DU NOM COMMERCIAL']

function capitalised(name: string): string {
  return name.toLowerCase().replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase())
}
