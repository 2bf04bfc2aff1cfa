import { refusal } from '@parvis/domain/refusals'

type Waiting = { subject: string; start: () => void; refuse: (reason: Error) => void }

/**
 * A semaphore with a short queue: at most `running` pieces of work at once, `waiting` more in turn, session by session,
 * so that whoever sends a hundred pictures, or asks for a hundred crowded agendas, waits for themselves. Beyond it the
 * newcomer is refused with 503, or whoever waits most often when the newcomer waits less.
 */
export function takeTurns({ running: maxRunning, waiting: maxWaiting }: { running: number; waiting: number }) {
  const queue: Waiting[] = []
  let running = 0
  let lastSubject = ''
  const full = () => refusal('request.upstream_unavailable', { retryAfter: 2 })
  const wait = (subject: string): Promise<void> => {
    if (queue.length >= maxWaiting) {
      const victim = busiestWaiter(queue, subject)
      if (!victim) throw full()
      queue.splice(queue.indexOf(victim), 1)
      victim.refuse(full())
    }
    return new Promise((start, refuse) => queue.push({ subject, start, refuse }))
  }
  const next = (): Waiting | undefined => {
    const other = queue.findIndex(({ subject }) => subject !== lastSubject)
    return queue.splice(Math.max(0, other), 1)[0]
  }

  return async <T>(subject: string, work: () => Promise<T>): Promise<T> => {
    if (running < maxRunning) running++
    else await wait(subject)
    lastSubject = subject
    try {
      return await work()
    } finally {
      // The slot is handed to the next waiter directly: released first, a newcomer could take it as well.
      const waiting = next()
      if (waiting) waiting.start()
      else running--
    }
  }
}

/** Fair queueing: the last entry of the subject with the most, when that is over one more than the newcomer would have. */
function busiestWaiter(queue: readonly Waiting[], newcomer: string): Waiting | undefined {
  const counts = new Map<string, number>()
  for (const { subject } of queue) counts.set(subject, (counts.get(subject) ?? 0) + 1)
  const [subject, max] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0])
  return max > (counts.get(newcomer) ?? 0) + 1 ? queue.findLast((waiting) => waiting.subject === subject) : undefined
}
