import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'

type Question = { asked: 'metrics'; id: number }
type Reply = { metrics: object[]; id: number }
const isQuestion = (message: unknown): message is Question => (message as Question | null)?.asked === 'metrics'
const isReply = (message: unknown): message is Reply => Array.isArray((message as Reply | null)?.metrics)

const replyMilliseconds = 500

/** In the parent: asks the other processes on behalf of one; a process that does not answer in time is left out. */
export function relayMetrics(alive: ReadonlySet<Worker>): void {
  cluster.on('message', (asker: Worker, message: unknown) => {
    if (!isQuestion(message)) return
    const others = [...alive].filter((worker) => worker !== asker && worker.isConnected())
    void Promise.all(others.map((worker) => askWorker(worker, message))).then((replies) => {
      if (asker.isConnected()) asker.send({ metrics: replies.filter((reply) => reply !== undefined), id: message.id })
    })
  })
}

async function askWorker(worker: Worker, question: Question): Promise<object[] | undefined> {
  worker.send(question)
  return await replyTo(worker, question.id, replyMilliseconds)
}

let questions = 0

/** In a cluster: the metrics of each sibling process. Alone: none. */
export async function metricsOfSiblings(): Promise<object[][]> {
  if (!cluster.isWorker) return []
  questions += 1
  const id = process.pid * 1_000 + (questions % 1_000)
  process.send?.({ asked: 'metrics', id } satisfies Question)
  return ((await replyTo(process, id, 2 * replyMilliseconds)) as object[][] | undefined) ?? []
}

/** In a cluster: answers the parent with this process's metrics whenever a sibling asks. */
export function answerSiblings(own: () => Promise<object[]>): void {
  if (!cluster.isWorker) return
  process.on('message', (message) => {
    if (isQuestion(message)) void own().then((metrics) => process.send?.({ metrics, id: message.id } satisfies Reply))
  })
}

async function replyTo(sender: NodeJS.EventEmitter, id: number, milliseconds: number): Promise<object[] | undefined> {
  const signal = AbortSignal.timeout(milliseconds)
  try {
    for (;;) {
      const [message] = (await once(sender, 'message', { signal })) as [unknown]
      if (isReply(message) && message.id === id) return message.metrics
    }
  } catch {
    return undefined
  }
}
