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

/** Clients that ask again and again until they are stopped, each its own question; `answers` holds what has come so far. */
export function keepAsking<T>(questions: readonly (() => Promise<T>)[], every = 0) {
  const answers: T[] = []
  let isOver = false
  const client = async (ask: () => Promise<T>) => {
    while (!isOver) {
      answers.push(await ask())
      if (every > 0) await pause(every)
    }
  }
  const all = Promise.all(questions.map(client))
  const stop = async () => {
    isOver = true
    await all
    return answers
  }
  return { answers, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

/** Whether that can be done. */
export const isFulfilled = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )
