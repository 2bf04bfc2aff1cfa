import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPortal, buildSite } from '../steps/build-apps.mjs'
import { inLanes } from '../steps/in-lanes.mjs'
import { root } from '../steps/root.mjs'
import { runQuietly } from '../steps/run-quietly.mjs'
import { startServer } from '../steps/start-server.mjs'
import { failedInNodeTest } from './failed-tests.mjs'

const folder = join(root, '..', 'shared', 'conformance')

export function hasConformance() {
  return existsSync(folder)
}

/** The independent client's files listed in conformance-files.json, the longest first, each against a server of its own. */
export async function runConformance() {
  const files = JSON.parse(readFileSync(join(root, 'scripts', 'conformance-files.json'), 'utf8'))
  // One of them asks for the portal's page: alone on a fresh clone this part found none.
  buildPortal()
  buildSite()
  const freshData = await makeFreshData()
  try {
    // Five on two cores: more than half of a file's time it waits for its server's clock and pace. With six a slow machine gave no
    // connection within its two seconds.
    const results = await inLanes(5, files, (file) => runFile(file, freshData).catch((error) => didNotRun(file, error)))
    return {
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
      failures: results.flatMap(({ failures }) => failures),
    }
  } finally {
    rmSync(freshData, { recursive: true, force: true })
  }
}

const didNotRun = (file, { message }) => ({ passed: 0, failed: 1, failures: [{ file, title: 'did not run', message }] })

/** The data folder of a server that was started once, copied for each file: making and migrating a database takes seconds. */
async function makeFreshData() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'parvis-conformance-'))
  const server = await startServer({ dataFolder, logFile: join(root, 'test-results', 'conformance.log') })
  await server.stop()
  return dataFolder
}

async function runFile(file, freshData) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'parvis-conformance-'))
  // cp keeps the owner of the files, which node:fs does not: run by root, PostgreSQL has an account of its own.
  execFileSync('cp', ['-a', `${freshData}/.`, dataFolder])
  const server = await startServer({
    dataFolder,
    logFile: join(root, 'test-results', `conformance-${file.replace('/', '-')}.log`),
    settings: settingsOf(file),
  })
  try {
    // PARALLEL: the files lock each other out because they share a server's clock; here each has its own.
    const env = { ...server.env, BASE: server.base, PROJECT: root, PARALLEL: '1' }
    const started = performance.now()
    const total = { passed: 0, failed: 0, failures: [] }
    for (const choice of inProcesses(file)) {
      const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', ...choice, join(folder, file)]
      const { code, output } = await runQuietly(process.execPath, args, { cwd: root, env })
      const { passed, failed } = count(code, output)
      total.passed += passed
      total.failed += failed
      total.failures.push(...failedInNodeTest(file, output))
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    process.stdout.write(`${file}: ${total.passed} passed, ${total.failed} failed (${seconds} s)\n`)
    return total
  } finally {
    await server.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

function settingsOf(file) {
  // Recycled numbers are refused by a strict server only (U-D12).
  if (file.startsWith('release-3/proof-')) return { SECOND_PROOF: 'strict' }
  // Where the calendars of its tests are.
  return file.startsWith('release-3/import-') ? { OUTGOING_ORIGINS: 'http://127.0.0.1:4977' } : {}
}

/**
 * The choices of tests by which a file is run: all at once, or each in a process of its own. open.lib.mjs calls `after` inside the first
 * test that needs its calendars: since Node 22 the hook is that test's, which closes the server of all the others.
 */
function inProcesses(file) {
  const disputed = disputedTitles(file)
  if (!file.startsWith('release-3/import-')) return [disputed.map((title) => `--test-skip-pattern=${patternOf(title)}`)]
  const titles = readFileSync(join(folder, file), 'utf8').matchAll(/^test\('((?:[^'\\]|\\.)+)'/gm)
  return [...titles]
    .map(([, title]) => title.replaceAll("\\'", "'"))
    .filter((title) => !disputed.includes(title))
    .map((title) => [`--test-name-pattern=${patternOf(title)}`])
}

const patternOf = (title) => `/^${title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/`

/** The tests that docs/spec/disputed.md names: `| file | title | row and reason |`. */
function disputedTitles(file) {
  const page = join(root, 'docs', 'spec', 'disputed.md')
  if (!existsSync(page)) return []
  const rows = readFileSync(page, 'utf8').matchAll(/^\| *(\S+\.mjs) *\| *(.+?) *\|/gm)
  return [...rows].filter(([, name]) => name === file).map(([, , title]) => title)
}

/** What passed and failed of a run, whose output is told when something did. */
function count(code, output) {
  const of = (word) => Number(new RegExp(`^ℹ ${word} (\\d+)`, 'm').exec(output)?.[1] ?? 0)
  const failed = of('fail') + of('cancelled')
  const result = { passed: of('pass'), failed: failed === 0 && code !== 0 ? 1 : failed }
  if (result.failed > 0) process.stdout.write(`${output}\n`)
  return result
}
