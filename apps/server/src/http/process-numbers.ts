import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'

type Question = { asked: 'numbers'; id: number }
type Reply = { numbers: unknown; id: number }
const isQuestion = (message: unknown): message is Question => (message as Question | null)?.asked === 'numbers'
const isReply = (message: unknown): message is Reply => typeof (message as Reply | null)?.numbers === 'object'

const replyMilliseconds = 500

/** Time-out of the siblings' answers: a process that does not answer is left out. */
export function relayNumbers(alive: ReadonlySet<Worker>): void {
  cluster.on('message', (asker: Worker, message: unknown) => {
    if (!isQuestion(message)) return
    const others = [...alive].filter((worker) => worker !== asker && worker.isConnected())
    void Promise.all(others.map((worker) => askNumbers(worker, message))).then((replies) => {
      if (asker.isConnected()) asker.send({ numbers: replies.filter((reply) => reply !== undefined), id: message.id })
    })
  })
}

async function askNumbers(worker: Worker, question: Question): Promise<unknown> {
  const signal = AbortSignal.timeout(replyMilliseconds)
  worker.send(question)
  try {
    for (;;) {
      const [message] = (await once(worker, 'message', { signal })) as [unknown]
      if (isReply(message) && message.id === question.id) return message.numbers
    }
  } catch {
    return undefined
  }
}

let questions = 0

/** In a cluster: the current numbers of the sibling processes. Alone: none. */
export async function numbersOfOthers<Numbers>(): Promise<Numbers[]> {
  if (!cluster.isWorker) return []
  questions += 1
  const id = process.pid * 1_000 + (questions % 1_000)
  const signal = AbortSignal.timeout(2 * replyMilliseconds)
  process.send?.({ asked: 'numbers', id } satisfies Question)
  try {
    for (;;) {
      const [message] = (await once(process, 'message', { signal })) as [unknown]
      if (isReply(message) && message.id === id) return message.numbers as Numbers[]
    }
  } catch {
    return []
  }
}

/** In a cluster: answers the parent with this process's numbers whenever a sibling asks. */
export function tellNumbers(numbers: () => object): void {
  if (!cluster.isWorker) return
  process.on('message', (message) => {
    if (isQuestion(message)) process.send?.({ numbers: numbers(), id: message.id } satisfies Reply)
  })
}
