import { availableParallelism, loadavg } from 'node:os'
import { misuse, readArguments } from '../../scripts/steps/read-arguments.mjs'
import { stopProcesses } from '../bench/parts/owned-process.ts'
import { openTestbed, type Testbed } from '../bench/parts/testbed.ts'
import { writeTable } from '../bench/section.ts'
import { median } from './answers.ts'
import { type Fault, type Outcome, worst } from './fault.ts'

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

/** `missing`: why it was not played. */
type Run = { fault: Fault; outcome: Outcome; missing?: string; seconds: number }

/**
 * Prints the table, what each case checked and the defects that it was shown. False when something that must hold
 * does not, or when a planted defect passed: a verdict that cannot fail is worth nothing.
 */
function printReport(runs: readonly Run[]): boolean {
  console.log(writeTable(['case', 'done', 'recovery p50/max', 'control caught', 'verdict'], runs.map(rowOf)))
  for (const { fault, outcome } of runs) {
    for (const { what, verdict } of outcome.checks) console.log(`${fault.id} ${verdict.padEnd(6)} ${what}`)
  }
  console.log('\nPlanted defects:')
  for (const { fault, outcome } of runs) {
    for (const { defect, caught } of outcome.controls)
      console.log(`${fault.id} ${caught ? 'caught' : 'MISSED'} ${defect}`)
  }
  return summarise(runs)
}

function summarise(runs: readonly Run[]): boolean {
  const verdicts = runs.map(verdictOf)
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length
  const controls = runs.flatMap(({ outcome }) => outcome.controls)
  const caught = controls.filter((control) => control.caught).length
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0).toFixed(0)
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
  const held = count('holds') + count('slow')
  console.log(`\n${held} held (${count('slow')} of them slow), ${count('broken')} broken, ${count('not run')} not run;`)
  console.log(`${caught} of ${controls.length} planted defects caught; in ${seconds} s; ${load}`)
  return count('broken') === 0 && runs.every((run) => saysCaught(run) !== 'NO')
}

function rowOf(run: Run): string[] {
  const { fault, outcome, missing } = run
  const { done, recoveries } = outcome
  return [
    `${fault.id} ${fault.title}`,
    missing ?? done,
    recoveries?.length ? `${inSeconds(median(recoveries))}/${inSeconds(Math.max(...recoveries))} s` : '-',
    saysCaught(run),
    verdictOf(run),
  ]
}

function verdictOf({ missing, outcome }: Run): string {
  return missing ? 'not run' : worst(outcome.checks)
}

function saysCaught({ missing, outcome: { controls } }: Run): string {
  if (missing) return '-'
  const caught = controls.filter((control) => control.caught).length
  return controls.length > 0 && caught === controls.length ? `yes (${caught})` : 'NO'
}

const inSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)
