import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../faults/answers.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { residentMegabytes } from './parts/process-numbers.ts'
import { openTestbed, productionSettings, startServerProcess } from './parts/testbed.ts'
import type { Section } from './section.ts'

const budget = { seconds: 3, aloneSeconds: 0.7, megabytes: 140 }

/**
 * From the command to the first answer, with the embedded database: the first start creates it, the others find it. Then the
 * server alone, in production, on a database that runs.
 */
export async function benchStart(rounds: number): Promise<Section> {
  const whole = await startWhole(rounds)
  const alone = await startAlone(rounds)
  const overruns: string[] = []
  if (whole.later > budget.seconds) overruns.push(`start: ${whole.later.toFixed(2)} s, ${budget.seconds} allowed`)
  if (alone.later > budget.aloneSeconds)
    overruns.push(`the server alone: ${alone.later.toFixed(2)} s, ${budget.aloneSeconds} allowed`)
  if (alone.memory > budget.megabytes) overruns.push(`at rest: ${alone.memory} MB, ${budget.megabytes} allowed`)
  return {
    title: `Start to first answer, installed and built (budgets ${budget.seconds} s, the server alone ${budget.aloneSeconds} s), and memory at rest (budget ${budget.megabytes} MB)`,
    headings: ['what', 'measured'],
    rows: [
      ['first start, creating the database', `${whole.first.toFixed(2)} s`],
      [`later starts, median of ${rounds}`, `${whole.later.toFixed(2)} s`],
      [`the server alone in production, median of ${rounds}`, `${alone.later.toFixed(2)} s`],
      ['memory of the server at rest, jobs included', `${alone.memory} MB`],
    ],
    overruns,
  }
}

async function startWhole(rounds: number): Promise<{ first: number; later: number }> {
  using dataFolder = temporaryFolder('bench-start')
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await using server = await startServerProcess({ dataFolder: dataFolder.path })
    times.push(server.startMilliseconds / 1000)
  }
  const [first = 0, ...later] = times
  return { first, later: median(later) }
}

async function startAlone(rounds: number): Promise<{ later: number; memory: number }> {
  await using testbed = await openTestbed('production')
  const times: number[] = []
  let memory = 0
  for (let round = 0; round < rounds; round++) {
    await using server = await testbed.start(productionSettings)
    times.push(server.startMilliseconds / 1000)
    if (round === rounds - 1) await pause(2_000)
    memory = residentMegabytes(server.pid)
  }
  return { later: median(times), memory }
}
