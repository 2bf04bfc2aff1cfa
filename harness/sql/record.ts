import pg from 'pg'
import { Pipeline } from '../../packages/postgres/src/pipeline.ts'
import { startSilentProxy } from '../faults/silent-proxy.ts'

export type RecordedQuery = { text: string; values: readonly unknown[] }

/** Notes every statement that this process sends while `work` goes on. */
export async function recordQueries(work: () => Promise<unknown>): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = []
  const prototype = pg.Client.prototype
  const query: (...given: unknown[]) => unknown = Reflect.get(prototype, 'query')
  Reflect.set(prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [config, bound] = given
    const statements: unknown[] = config instanceof Pipeline ? [...config.statements] : [config]
    for (const statement of statements) {
      const { text, values } = (typeof statement === 'string' ? { text: statement } : statement) as pg.QueryConfig
      recorded.push({ text, values: values ?? (Array.isArray(bound) ? bound : []) })
    }
    return Reflect.apply(query, this, given)
  })
  using patched = new DisposableStack()
  patched.defer(() => Reflect.set(prototype, 'query', query))
  await work()
  return recorded
}

/** Counted in the answers of PostgreSQL: completed statements, and ReadyForQuery messages, one per round trip. */
export type Answers = { statements: number; trips: number }

const commandComplete = 0x43
const readyForQuery = 0x5a

/** A proxy in front of that database, which counts what PostgreSQL answers: independent of what the client counts. */
export async function countAnswers(url: string) {
  const answers: Answers = { statements: 0, trips: 0 }
  const proxy = await startSilentProxy(url, () =>
    readMessages((kind) => {
      if (kind === commandComplete) answers.statements += 1
      if (kind === readyForQuery) answers.trips += 1
    }),
  )
  return { ...proxy, answers }
}

/** Calls back with the kind of each message: one byte, followed by the length, which counts itself, in four. */
function readMessages(hear: (kind: number) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      hear(rest.readUInt8(0))
      rest = rest.subarray(rest.readInt32BE(1) + 1)
    }
  }
}
