import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until the answer is right; milliseconds it took, or an error after `max`. */
export async function until(what: string, max: number, ask: () => Promise<boolean>, every = 50): Promise<number> {
  const started = performance.now()
  while (!(await ask())) {
    if (performance.now() - started > max) throw new Error(`${what}: not within ${Math.round(max / 1000)} s`)
    await pause(every)
  }
  return performance.now() - started
}

/** Whether that can be done. */
export const isFulfilled = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )
