import type { Socket } from 'node:net'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'
import { createDatabase, run } from './database.ts'
import { sql } from './sql.ts'

const server = testApp()
const opened = untilFileEnds(new AsyncDisposableStack())

test('F8 H01 eight long answers at once are parsed some 256 kB per turn of the event loop', async () => {
  const { clients: pool } = opened.use(createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 8 })).pool
  const turns = [0]
  let isOver = false
  const endTurn = () => {
    turns.push(0)
    if (!isOver) setImmediate(endTurn)
  }
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.on('data', ({ length }) => {
      turns[turns.length - 1] = (turns.at(-1) ?? 0) + length
    })
  })
  const ask = () => pool.query('select repeat(n::text, 10000) as text from generate_series(101, 200) as n')
  setImmediate(endTurn)
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  isOver = true
  expect(answers.map(({ rows }) => rows.length)).toEqual(Array(8).fill(100))
  const read = turns.filter((bytes) => bytes > 0)
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(24_000_000)
  const [kB, piece] = [1_024, 64 * 1_024]
  expect(read.toSorted((a, b) => a - b)[Math.floor(read.length / 2)]).toBeLessThanOrEqual(256 * kB)
  // One piece more of each connection that had one ready when the turn was full.
  expect(Math.max(...read)).toBeLessThanOrEqual(256 * kB + 8 * piece)
})

test('F8 what serves calls compiles no plan, on a PostgreSQL of the customer’s that compiles those of scans it cannot avoid', async () => {
  const url = server.deps.config.databaseUrl ?? ''
  const { clients: pool } = opened.use(createDatabase({ url, size: 1, isServing: true })).pool
  await run(server.ownerDb)`alter database ${sql.identifier(new URL(url).pathname.slice(1))} set jit = on`
  const { rows } = await pool.query(`select current_setting('jit') as jit, current_setting('enable_seqscan') as scans`)
  expect(rows).toEqual([{ jit: 'off', scans: 'off' }])
})
