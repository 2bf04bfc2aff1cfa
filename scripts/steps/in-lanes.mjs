/** Does `work` on every item, at most `lanes` at a time; the results in the order of the items. */
export async function inLanes(lanes, items, work) {
  const results = []
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index])
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
