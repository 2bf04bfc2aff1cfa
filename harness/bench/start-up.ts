import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { medianOf } from './parts/load.ts'
import { residentMegabytes } from './parts/process-numbers.ts'
import { startServerProcess } from './parts/server-process.ts'
import type { Section } from './section.ts'

const budget = 3

/** From the command to the first answer, with the embedded database: the first start creates it, the others find it. */
export async function benchStart(rounds: number): Promise<Section> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bench-start-'))
  const times: number[] = []
  let memory = 0
  try {
    for (let round = 0; round <= rounds; round++) {
      const server = await startServerProcess({ dataFolder })
      times.push(server.startMilliseconds / 1000)
      if (round === rounds) {
        await pause(2_000)
        memory = residentMegabytes(server.pid)
      }
      await server.signal('SIGTERM')
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
  const [first = 0, ...later] = times
  const median = medianOf(later)
  return {
    title: `Start to first answer, installed and built (budget ${budget} s), and memory at rest`,
    headings: ['what', 'measured'],
    rows: [
      ['first start, creating the database', `${first.toFixed(2)} s`],
      [`later starts, median of ${rounds}`, `${median.toFixed(2)} s`],
      ['memory of the server at rest, jobs included', `${memory} MB`],
    ],
    overruns: median > budget ? [`start: ${median.toFixed(2)} s, ${budget} allowed`] : [],
  }
}
