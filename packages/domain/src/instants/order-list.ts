/** Enabled before paused, then by last change, newest first (I-017, AMB-79). Dates are ISO 8601 texts. */
export function orderInstants<T extends { status: boolean; lastModificationDate: string }>(
  instants: readonly T[],
): T[] {
  return instants.toSorted(
    (a, b) =>
      Number(b.status) - Number(a.status) || Date.parse(b.lastModificationDate) - Date.parse(a.lastModificationDate),
  )
}
