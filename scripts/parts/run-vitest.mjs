import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps/root.mjs'
import { failedInVitest } from './failed-tests.mjs'

/** Unit and API tests; `filters` restricts them to some paths. A run that breaks outside a test counts as one failure. */
export async function runVitest({ name, filters = [], settings = {} }) {
  const report = join(root, '.cache', `${name}.json`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters]
  const code = await inherit(args, settings)
  const { passed, failed, failures } = readReport(report)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures }
}

function inherit(args, settings) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: report.numPassedTests, failed: report.numFailedTests, failures: failedInVitest(report) }
  } catch {
    return { passed: 0, failed: 1, failures: [] }
  }
}
