/** Runs no more than so many pieces of work at once, the others in the order they came. */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes straight to who waits: given back first, a newcomer could take it too.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
