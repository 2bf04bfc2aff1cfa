import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agendaContract } from '@parvis/domain/agenda/agenda.contract'
import { readConfig } from '../../apps/server/src/config.ts'
import { createDatabase } from '../../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts'
import { migrateToLatest } from '../../apps/server/src/db/migrate.ts'
import { readCalendar } from '../../apps/server/src/features/agenda/read-calendar.ts'
import { fillAgenda, fillCrowd } from '../sql/fill-agenda.ts'

/**
 * What one agenda costs as the country grows (decision 0009): the same answer, 60 instants of one zip, among 10,000 then
 * 1,000,000 instants, a tenth of them finished in that very zip. Then a zip that somebody filled with 40,000 instants: how long
 * one turn of the event loop is, which is what every other call waits (20 ms, F8). Run: node harness/bench/calendar.ts [instants…]
 */
const sizes = process.argv.slice(2).map(Number)
const rounds = 60
const crowd = 40_000

const folder = mkdtempSync(join(tmpdir(), 'parvis-calendar-'))
const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined })
try {
  await migrateToLatest(postgres)
  const db = createDatabase({ url: postgres.ownerUrl, size: 2 })
  const config = readConfig({ NODE_ENV: 'development', PARVIS_DATA: folder })
  let stored = 0
  for (const size of sizes.length > 0 ? sizes : [10_000, 1_000_000]) {
    await fillAgenda(db, size - stored, stored === 0)
    stored = size
    const { items, median, min } = await measure(() => readCalendar({ db, config }, ['75015'], undefined))
    console.log(`${size} instants: ${items} items, median ${median} ms, least ${min} ms`)
  }
  await fillCrowd(db, '48000', crowd)
  const calls = await maxTurn(async () => {
    const data = await readCalendar({ db, config }, ['48000'], undefined)
    JSON.stringify({ data: agendaContract.readCalendar.answer.parse(data) })
  })
  console.log(
    `${crowd} instants of one zip: longest turn ${calls.clock} ms, ${calls.processor} ms of processor; others wait 20 ms at most`,
  )
  await db.destroy()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(call: () => Promise<unknown[]>) {
  const times: number[] = []
  let items = 0
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    items = (await call()).length
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { items, median: written(times[rounds / 2]), min: written(times[0]) }
}

function written(milliseconds = 0): string {
  return milliseconds.toFixed(2)
}

/**
 * The longest that another call waits for its turn, of ten readings once the code is compiled: on the clock, and of the
 * processor alone, which a busy machine does not lengthen.
 */
async function maxTurn(call: () => Promise<void>): Promise<{ clock: string; processor: string }> {
  for (let round = 0; round < 5; round++) await call()
  let [clock, processor, isOver] = [0, 0, false]
  let [at, spent] = [performance.now(), process.threadCpuUsage()]
  const look = () => {
    const { user, system } = process.threadCpuUsage(spent)
    processor = Math.max(processor, (user + system) / 1_000)
    clock = Math.max(clock, performance.now() - at)
    ;[at, spent] = [performance.now(), process.threadCpuUsage()]
    if (!isOver) setImmediate(look)
  }
  look()
  for (let round = 0; round < 10; round++) await call()
  isOver = true
  return { clock: written(clock), processor: written(processor) }
}
