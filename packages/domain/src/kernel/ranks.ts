/** A row of a list that people put in order, and its rank from 1. */
export type Ranked = { id: number; rank: number }

/** True when the couples name every row once, with the ranks 1 to n once each. */
export function isWholeOrder(stored: readonly number[], couples: readonly Ranked[]): boolean {
  const ids = new Set(couples.map((couple) => couple.id))
  const ranks = new Set(couples.map((couple) => couple.rank))
  return (
    couples.length === stored.length &&
    stored.every((id) => ids.has(id)) &&
    stored.every((_id, index) => ranks.has(index + 1))
  )
}

/** The order once two rows have swapped places. */
export function swapped(ids: readonly number[], one: number, other: number): number[] {
  return ids.map((id) => (id === one ? other : id === other ? one : id))
}

/** What saving an order sends: ranks from 1. */
export function rankCouples(ids: readonly number[]): Ranked[] {
  return ids.map((id, index) => ({ id, rank: index + 1 }))
}
