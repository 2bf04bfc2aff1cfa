import { isInstantZip, padZip } from '../kernel/place.ts'

const maxZips = 20

/**
 * Reads the zips of the agenda in any of their spellings: `[75015]`, `["75015"]`, `75015`, `75015,92110`, or the
 * parameter repeated. Undefined when there is none, one is no zip, or there are more than 20 (api.md 8.29).
 */
export function readCityCodes(...received: readonly unknown[]): string[] | undefined {
  const zips = received.flat().filter(isPresent).flatMap(readList)
  const distinct = [...new Set(zips.map((zip) => padZip(zip)))]
  const fine = distinct.length > 0 && zips.length <= maxZips && distinct.every(isInstantZip)
  return fine ? distinct : undefined
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

function readList(value: unknown): string[] {
  return String(value)
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((zip) => zip.trim().replace(/^"(.*)"$/, '$1'))
}
