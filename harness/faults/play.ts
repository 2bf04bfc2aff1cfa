import { misuse, readArguments } from '../../scripts/steps/read-arguments.mjs'
import { stopProcesses } from '../bench/parts/owned-process.ts'
import { openTestbed, type Testbed } from '../bench/parts/testbed.ts'
import type { Fault, Outcome } from './fault.ts'
import { printReport, type Run } from './report.ts'

/** Plays the cases that the command line asks for, one after the other on one testbed, prints the table and ends the process. */
export async function playFaults(usage: string, faults: readonly Fault[]): Promise<never> {
  const given = readArguments(usage, { only: 'value', part: 'value', long: 'flag' })
  const long = given.long === 'yes'
  const wanted = given.only?.split(',').map((id) => id.trim().toUpperCase())
  const chosen = faults.filter(({ id, isLong }) => (wanted ? wanted.includes(id) : long || !isLong))
  if (chosen.length === 0)
    misuse(usage, `No such case: ${given.only}. There are ${faults.map(({ id }) => id).join(' ')}.`)
  process.exit(printReport(await playAll(chosen, { long, part: given.part })) ? 0 : 1)
}

type Asked = { long: boolean; part: string | undefined }

async function playAll(chosen: readonly Fault[], asked: Asked): Promise<Run[]> {
  await using testbed = await openTestbed()
  const runs: Run[] = []
  for (const fault of chosen) {
    const missing = fault.misses?.()
    if (missing) runs.push({ fault, missing, outcome: { done: '', checks: [], controls: [] }, seconds: 0 })
    else runs.push({ fault, ...(await attempt(fault, testbed, asked)) })
  }
  return runs
}

/** The servers that a case leaves running end with it. */
async function attempt(fault: Fault, testbed: Testbed, asked: Asked): Promise<{ outcome: Outcome; seconds: number }> {
  await using left = new AsyncDisposableStack()
  left.defer(stopProcesses)
  const started = performance.now()
  process.stderr.write(`${fault.id} ${fault.title}… `)
  const outcome = await fault.run({ testbed, ...asked }).catch(
    (error: unknown): Outcome => ({
      done: 'could not be run to its end',
      checks: [{ what: error instanceof Error ? error.message : String(error), verdict: 'broken' }],
      controls: [],
    }),
  )
  const seconds = (performance.now() - started) / 1000
  process.stderr.write(`${seconds.toFixed(0)} s\n`)
  return { outcome, seconds }
}
