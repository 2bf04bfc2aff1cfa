import pg from 'pg'
import { StatementGroup } from '../../apps/server/src/db/statement-group.ts'

/** `trip`: how many messages were sent before the one that it went in. */
export type RecordedQuery = { text: string; values: readonly unknown[]; trip: number }

/** Notes every statement that this process sends while `work` goes on. */
export async function recordQueries(work: () => Promise<unknown>): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = []
  const prototype = pg.Client.prototype
  const query: (...given: unknown[]) => unknown = Reflect.get(prototype, 'query')
  let trip = 0
  Reflect.set(prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [config, bound] = given
    const statements: unknown[] = config instanceof StatementGroup ? [...config.parts] : [config]
    for (const statement of statements) {
      const { text, values } = (typeof statement === 'string' ? { text: statement } : statement) as pg.QueryConfig
      recorded.push({ text, values: values ?? (Array.isArray(bound) ? bound : []), trip })
    }
    trip += 1
    return Reflect.apply(query, this, given)
  })
  using patched = new DisposableStack()
  patched.defer(() => Reflect.set(prototype, 'query', query))
  await work()
  return recorded
}
