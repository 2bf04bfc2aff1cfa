import { existsSync } from 'node:fs'
import { listFailures } from './parts/failed-tests.mjs'
import { runChecks } from './parts/run-checks.mjs'
import { hasConformance, runConformance } from './parts/run-conformance.mjs'
import { runJourneys } from './parts/run-journeys.mjs'
import { runVitest } from './parts/run-vitest.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { misuse, readArguments } from './steps/read-arguments.mjs'

const usage = `
Usage: npm test [-- --only checks,unit,postgres15,journeys,conformance]

Installs what is missing, then runs the checks, the unit and API tests, a few of them on PostgreSQL 15 when this machine has it,
the journeys in a browser, and the independent API tests when ../shared/conformance exists.
The last line is "N passed, N failed".
`
const chosen = readArguments(usage, { only: 'value' }).only?.split(',')

ensureInstalled()
await ensureNode()

const parts = {
  checks: { run: runChecks },
  unit: { run: () => runVitest({ name: 'unit' }) },
  postgres15: {
    applies: () => existsSync('/usr/lib/postgresql/15/bin/postgres'),
    run: () => runVitest({ name: 'postgres15', filters: oldestSupported, settings: { TEST_POSTGRES: '15' } }),
  },
  journeys: { run: runJourneys },
  conformance: { applies: hasConformance, run: runConformance },
}
const unknown = chosen?.find((name) => !(name in parts))
if (unknown !== undefined) misuse(usage, `Unknown part: ${unknown}`)
const oldestSupported = ['apps/server/src/db/', 'harness/server/', 'orders.api']

const results = []
for (const [name, { applies, run }] of Object.entries(parts)) {
  if (chosen ? !chosen.includes(name) : applies?.() === false) continue
  process.stdout.write(`\n── ${name}\n`)
  const started = performance.now()
  const { passed, failed, failures } = await run().catch(broken)
  results.push({ name, passed, failed, failures, seconds: Math.round((performance.now() - started) / 1000) })
}

function broken(error) {
  process.stdout.write(`${error.message}\n`)
  return { passed: 0, failed: 1, failures: [] }
}

// At the very end, where thousands of lines do not hide it.
const failures = results.flatMap(({ name, failed, failures }) =>
  failed > failures.length
    ? [...failures, { file: name, title: 'broke outside of its tests: see its output' }]
    : failures,
)
if (failures.length > 0) process.stdout.write(`\nFailed:\n${listFailures(failures).join('\n')}\n`)
process.stdout.write('\n')
for (const { name, passed, failed, seconds } of results)
  process.stdout.write(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`)
const passed = results.reduce((sum, part) => sum + part.passed, 0)
const failed = results.reduce((sum, part) => sum + part.failed, 0)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)
