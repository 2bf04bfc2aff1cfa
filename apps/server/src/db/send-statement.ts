import { createHash } from 'node:crypto'
import type { CompiledQuery, QueryResult } from 'kysely'
import type pg from 'pg'
import { DescribedOnce } from './described-once.ts'
import type { Statement } from './statement-group.ts'

/** Sends one statement on a client. As `client.query({ text, values, name })`, without the copy that pg makes of its argument. */
export function sendStatement(
  client: pg.ClientBase,
  { text, values, name }: Statement,
  queryTimeoutMs?: number,
): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new DescribedOnce(text, values)
    query.callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult))
    client.query(Object.assign(query, { name, query_timeout: queryTimeoutMs }))
  })
}

export const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  values: [...parameters],
  name: statementName(sql, parameters.length),
})

const names = new Map<string, string>()
const namedStatements = 400

/** Parsing a statement once per connection is what keeps hot reads cheap; ad-hoc ones beyond the cap are not named. */
function statementName(sql: string, parameters: number): string | undefined {
  if (parameters === 0) return undefined
  const known = names.get(sql)
  if (known || names.size >= namedStatements) return known
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}

/**
 * The rows leave pg's own result: its queries outlive their calls, in the old space of V8's heap, where whatever they refer to is
 * kept and copied until the next major collection (decision 0014).
 */
export function answerOf<R>(result: pg.QueryResult): QueryResult<R> {
  const rows = result.rows ?? []
  result.rows = []
  return {
    rows: rows as R[],
    ...(result.command !== 'SELECT' && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
  }
}

const readOnly = '25006'

/**
 * Whether the connection may be reused after this error. Not after a read-only error: a leader demoted to standby keeps its
 * connections, and only a new one reaches the new leader.
 */
export function leavesUsable(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error && error.severity === 'ERROR')) return false
  return !('code' in error && error.code === readOnly)
}
