import pg from 'pg'

export type RecordedQuery = { text: string; values: readonly unknown[] }

/** Notes every query that this process sends while `work` goes on: what a bare handler would have to send. */
export async function recordQueries(work: () => Promise<unknown>): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = []
  const prototype = pg.Client.prototype
  const query: (...given: unknown[]) => unknown = Reflect.get(prototype, 'query')
  Reflect.set(prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [config] = given
    if (typeof config === 'string') recorded.push({ text: config, values: [] })
    else if (typeof config === 'object' && config !== null && 'text' in config) {
      const values = 'values' in config && Array.isArray(config.values) ? config.values : []
      recorded.push({ text: String(config.text), values })
    }
    return Reflect.apply(query, this, given)
  })
  try {
    await work()
  } finally {
    Reflect.set(prototype, 'query', query)
  }
  return recorded
}
