export type RankedService = { id: number; rank: number }

/** True when the couples name every active service once, with the ranks 1 to n once each (AMB-112). */
export function isWholeOrder(activeIds: readonly number[], couples: readonly RankedService[]): boolean {
  const ids = new Set(couples.map((couple) => couple.id))
  const ranks = new Set(couples.map((couple) => couple.rank))
  return (
    couples.length === activeIds.length &&
    activeIds.every((id) => ids.has(id)) &&
    activeIds.every((_id, index) => ranks.has(index + 1))
  )
}

/** The order once the service dragged and the one it was dropped on have swapped places (V-005). */
export function swapServices(ids: readonly number[], dragged: number, target: number): number[] {
  return ids.map((id) => (id === dragged ? target : id === target ? dragged : id))
}

/** What saving an order sends: ranks from 1 (V-007). */
export function rankCouples(ids: readonly number[]): RankedService[] {
  return ids.map((id, index) => ({ id, rank: index + 1 }))
}
