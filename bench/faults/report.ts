import { availableParallelism, loadavg } from 'node:os'
import { type Check, type Fault, type Outcome, percentile } from './fault.ts'

export type Run = { fault: Fault; outcome: Outcome; seconds: number }

const headings = ['case', 'done', 'acknowledged', 'lost', 'duplicates', 'recovery p50/max', 'verdict']

/** Prints the table and what each case checked; false when something that must hold does not. */
export function printReport(runs: readonly Run[]): boolean {
  const rows = [headings, ...runs.map(rowOf)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  console.log('')
  for (const { fault, outcome } of runs) {
    for (const { what, verdict } of outcome.checks) console.log(`${fault.id} ${verdict.padEnd(6)} ${what}`)
  }
  const broken = runs.filter(({ outcome }) => worst(outcome.checks) === 'broken').length
  const total = runs.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(
    `\n${runs.length - broken} held, ${broken} broken, in ${total.toFixed(0)} s; load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
  )
  return broken === 0
}

function rowOf({ fault, outcome }: Run): string[] {
  const { done, acknowledged, lost, duplicates, recoveries, checks } = outcome
  return [
    `${fault.id} ${fault.title}`,
    done,
    written(acknowledged),
    written(lost),
    written(duplicates),
    recoveries?.length ? `${inSeconds(percentile(recoveries, 0.5))}/${inSeconds(Math.max(...recoveries))} s` : '-',
    worst(checks),
  ]
}

function worst(checks: readonly Check[]): Check['verdict'] {
  const found = new Set(checks.map(({ verdict }) => verdict))
  return found.has('broken') ? 'broken' : found.has('slow') ? 'slow' : 'holds'
}

const written = (value: number | undefined) => (value === undefined ? '-' : String(value))
const inSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)
