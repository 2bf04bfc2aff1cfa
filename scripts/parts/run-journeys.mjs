import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps/root.mjs'
import { failedInPlaywright } from './failed-tests.mjs'

const report = join(root, 'test-results', 'e2e.json')

/** The journeys of e2e/ in a browser; their matrices have a command of their own (playwright.config.ts). */
export async function runJourneys() {
  rmSync(report, { force: true })
  const args = [join(root, 'scripts', 'e2e.mjs'), '--pass-with-no-tests', '--project', 'team', '--project', 'town']
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('exit', (exit) => resolve(exit ?? 1))
  })
  const { stats, failures } = readReport()
  const { expected, unexpected, flaky } = stats
  if (flaky > 0) process.stdout.write(`${flaky} of these passed at the second try: see "flaky" above.\n`)
  return { passed: expected + flaky, failed: unexpected === 0 && code !== 0 ? 1 : unexpected, failures }
}

function readReport() {
  try {
    const written = JSON.parse(readFileSync(report, 'utf8'))
    return { stats: written.stats, failures: failedInPlaywright(written) }
  } catch {
    return { stats: { expected: 0, unexpected: 1, flaky: 0 }, failures: [] }
  }
}
