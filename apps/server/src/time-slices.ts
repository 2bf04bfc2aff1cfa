import { stillAwaited } from './current-call.ts'

const waiting: (() => void)[] = []

/**
 * Calls `resume` in a later turn of the event loop: one per turn, in the order in which they asked. Eight long answers at once would
 * otherwise put eight slices between two turns of any other call.
 */
export function resumeInTurn(resume: () => void): void {
  waiting.push(resume)
  if (waiting.length === 1) setImmediate(resumeNext)
}

function resumeNext(): void {
  const next = waiting.shift()
  if (waiting.length > 0) setImmediate(resumeNext)
  next?.()
}

const sliceMilliseconds = 2

let sinceTurn: number | undefined

/** When work in slices began in this turn of the event loop, whosever it is: all of it together has one slice of a turn. */
function beginOfTurn(): number {
  if (sinceTurn === undefined) {
    sinceTurn = performance.now()
    setImmediate(() => {
      sinceTurn = undefined
    })
  }
  return sinceTurn
}

/**
 * Time slicing: awaiting `next` when the slice of this turn is spent lets the event loop serve other calls; it throws when the client of
 * a read has disconnected.
 */
export function inSlices(): { isSpent(): boolean; next(): Promise<void> } {
  beginOfTurn()
  return {
    isSpent: () => {
      const since = beginOfTurn()
      return performance.now() - since > sliceMilliseconds
    },
    next: async () => {
      stillAwaited(await new Promise<void>(resumeInTurn))
      beginOfTurn()
    },
  }
}

/** The same items, one slice of work a turn. */
export async function* slicedInTime<T>(items: Iterable<T>): AsyncGenerator<T> {
  const slices = inSlices()
  for (const item of items) {
    yield item
    if (slices.isSpent()) await slices.next()
  }
}
