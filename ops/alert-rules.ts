import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Check, type Fault, holds, planted } from '../harness/faults/fault.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { missesProgram } from './start-proxy.ts'

const folder = new URL('../docs/operations/', import.meta.url)
const [rules, evenings] = [new URL('alerts.yml', folder), new URL('alerts.test.yml', folder)]

/** Planted defects: each replaces a line of the rules. */
const defects = {
  'a rule that is no expression': ['max(parvis_jobs_stuck) > 0', 'max(parvis_jobs_stuck > 0'],
  'jobs stuck at ten only': ['max(parvis_jobs_stuck) > 0', 'max(parvis_jobs_stuck) > 9'],
  'a database that is away in one process of two': ['min(parvis_database_up)', 'max(parvis_database_up)'],
  'an alarm on a quiet evening': ['rate(parvis_request_seconds_count{status="429"}[5m])) > 5', 'up) > 0'],
  'no word of a lost worker': ['absent(parvis_periodic_task_success_timestamp_seconds)', 'absent(up)'],
} as const

/** The rules that tell an operator of all the other cases ring in trouble, and only then: Debian's promtool plays them. */
export const alertRules: Fault = {
  id: 'ALERTS',
  title: 'alert rules, played by promtool',
  misses: () => missesProgram('promtool', 'prometheus', '--version'),
  run: async () => {
    const text = readFileSync(rules, 'utf8')
    const controls = []
    for (const [defect, [line, becomes]] of Object.entries(defects)) {
      if (!text.includes(line)) throw new Error(`${rules.pathname} has no line to spoil any more: ${line}`)
      controls.push(planted(defect, await judgeRules(text.replace(line, becomes))))
    }
    return { done: `${text.match(/- alert:/g)?.length ?? 0} rules`, checks: await judgeRules(text), controls }
  },
}

async function judgeRules(text: string): Promise<Check[]> {
  using copies = temporaryFolder('broken-parvis')
  const [file, test] = [join(copies.path, 'alerts.yml'), join(copies.path, 'alerts.test.yml')]
  writeFileSync(file, text)
  copyFileSync(evenings, test)
  const [read, rung] = [await accepts('check', file), await accepts('test', test)]
  return [
    holds(`promtool reads the rules: ${read}`, read === 'yes'),
    holds(`they ring in each trouble and on no quiet evening: ${rung}`, rung === 'yes'),
  ]
}

/** Returns "yes", or the objection. */
async function accepts(verb: 'check' | 'test', file: string): Promise<string> {
  const said = promisify(execFile)('promtool', [verb, 'rules', file], { timeout: 30_000 })
  return await said.then(
    () => 'yes',
    ({ stderr, stdout }: { stderr?: string; stdout?: string }) =>
      `${stderr}${stdout}`.replaceAll(/\s+/g, ' ').slice(0, 300),
  )
}
